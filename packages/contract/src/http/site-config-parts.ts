import * as v from 'valibot';
import { APP_ADDRESS } from '../site-addresses.ts';
import { wireAddress } from '../wire-types.ts';

/** Where the app can be downloaded; null where it cannot. */
export interface AppLinks {
  readonly android: string | null;
  readonly huawei: string | null;
  readonly apple: string | null;
  readonly google: string | null;
  /** Another download address, where the stores are blocked. */
  readonly alternative: string | null;
  /** Not part of the specification: opens the installed app, by a web address it handles or a scheme of its own. */
  readonly open: string | null;
}

export const NO_APP_LINKS: AppLinks = {
  android: null,
  huawei: null,
  apple: null,
  google: null,
  alternative: null,
  open: null,
};

const link = v.fallback(v.nullable(v.pipe(wireAddress, v.regex(/^https:/))), null);

export const appLinkFields = {
  are_android_url: link,
  are_huawei_url: link,
  are_apple_url: link,
  are_google_url: link,
  are_private_url: link,
  are_open_url: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(2_000), v.regex(APP_ADDRESS))), null),
};

type Wire = { readonly [Name in keyof typeof appLinkFields]: string | null };

export function readAppLinks(wire: Wire): AppLinks {
  return {
    android: wire.are_android_url,
    huawei: wire.are_huawei_url,
    apple: wire.are_apple_url,
    google: wire.are_google_url,
    alternative: wire.are_private_url,
    open: wire.are_open_url,
  };
}

export function writeAppLinks(links: AppLinks): Wire {
  return {
    are_android_url: links.android,
    are_huawei_url: links.huawei,
    are_apple_url: links.apple,
    are_google_url: links.google,
    are_private_url: links.alternative,
    are_open_url: links.open,
  };
}

/** Support contacts; null where there is none. */
export interface SupportChannels {
  /** With the country's code: `+966500000000`. */
  readonly whatsapp: string | null;
  readonly email: string | null;
  /** Support usually answers within this many hours. */
  readonly replyHours: number | null;
}

/** Usual durations, as measured; null where none are. */
export interface UsualTimes {
  /** From pressing pay to the result. */
  readonly resultSeconds: number | null;
  /** From pressing pay to the result, with a slow bank. */
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
