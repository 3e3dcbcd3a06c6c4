import * as v from 'valibot';

/** Where a payer is helped; null where nobody is. */
export interface SupportChannels {
  /** With the country's code: `+966500000000`. */
  readonly whatsapp: string | null;
  readonly email: string | null;
  /** An answer usually comes within so many hours. */
  readonly replyHours: number | null;
}

/** How long things usually take, as they were measured; null where nobody has. */
export interface UsualTimes {
  /** From the press on pay to the result. */
  readonly resultSeconds: number | null;
  /** Where the bank is slow. */
  readonly slowBankSeconds: number | null;
}

export const NO_SUPPORT: SupportChannels = { whatsapp: null, email: null, replyHours: null };
export const NO_USUAL_TIMES: UsualTimes = { resultSeconds: null, slowBankSeconds: null };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

export const supportSchema = v.pipe(
  v.object({
    whatsapp: v.nullable(v.pipe(v.string(), v.regex(/^\+\d{8,15}$/))),
    email: v.nullable(v.pipe(v.string(), v.regex(/^[^@\s]+@[^@\s]+$/))),
    reply_hours: v.nullable(count),
  }),
  v.transform((wire): SupportChannels => ({
    whatsapp: wire.whatsapp,
    email: wire.email,
    replyHours: wire.reply_hours,
  })),
);

export const usualTimesSchema = v.pipe(
  v.object({ result_s: v.nullable(count), slow_bank_s: v.nullable(count) }),
  v.transform((wire): UsualTimes => ({ resultSeconds: wire.result_s, slowBankSeconds: wire.slow_bank_s })),
);

export function writeSupport({ whatsapp, email, replyHours }: SupportChannels): object {
  return { whatsapp, email, reply_hours: replyHours };
}

export function writeUsualTimes({ resultSeconds, slowBankSeconds }: UsualTimes): object {
  return { result_s: resultSeconds, slow_bank_s: slowBankSeconds };
}
