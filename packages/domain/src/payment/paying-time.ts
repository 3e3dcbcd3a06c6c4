import { providerOf, type PayType } from '../pay-type/pay-type.ts';
import { PROVIDER_NUMBERS, PROVIDERS } from '../provider/providers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long things may take, by the way to pay. */
export type PayingTime = {
  /** How long the payer has: longer than any bank keeps its check open. After it nothing is begun any more. */
  readonly orderOpenMs: number;
  /** The longest a payment may live undecided at the provider before it can no longer take money. */
  readonly attemptLifeMs: number;
};

const ORDER_OPEN_MS = 30 * MINUTE_MS;
/** Where the provider names no limit, or nobody stands behind the way to pay: as long as the slowest that does. */
const UNNAMED_LIFE_DAYS = Math.max(
  ...PROVIDER_NUMBERS.map((number) => PROVIDERS[number].attemptLifeDays ?? 0),
);

export function payingTimeOf(payType: PayType): PayingTime {
  const provider = providerOf(payType);
  const days = (provider && PROVIDERS[provider].attemptLifeDays) ?? UNNAMED_LIFE_DAYS;
  return { orderOpenMs: ORDER_OPEN_MS, attemptLifeMs: days * DAY_MS };
}

/** While a payer may be waiting nobody pauses longer than this. */
export const ASK_PAUSE_WHILE_OPEN_MAX_MS = MINUTE_MS;
export const ASK_PAUSE_MAX_MS = 6 * HOUR_MS;

/** [ORD-15] Half its age: pauses grow with the attempt, shorter while its payer may be waiting. */
export function askPauseMs(ageMs: number, firstMs: number, isOpen: boolean): number {
  const most = isOpen ? ASK_PAUSE_WHILE_OPEN_MAX_MS : ASK_PAUSE_MAX_MS;
  return Math.min(Math.max(Math.floor(ageMs / 2), firstMs), most);
}

/** A provider that never heard of an attempt so long after nothing could begin any more will never hear of it. */
export const NONE_IS_FINAL_AFTER_MS = HOUR_MS;

/** A paid order is delivered within seconds; after this long a person must know. */
export const DELIVERY_IS_LATE_AFTER_MS = 10 * MINUTE_MS;
