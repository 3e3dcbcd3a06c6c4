import { providerOf, type PayType } from '../pay-type/pay-type.ts';
import { PROVIDER_NUMBERS, PROVIDERS } from '../provider/providers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time limits of a payment, which depend on its pay type. */
export type PayingTime = {
  /** How long the payer can start a payment for the order: longer than any bank's check takes. */
  readonly orderOpenMs: number;
  /** The longest time that a payment can stay undecided at the provider and still be taken. */
  readonly attemptLifeMs: number;
};

const ORDER_OPEN_MS = 30 * MINUTE_MS;
/** The longest time of all providers. It is used for pay types without a provider, or whose provider documents none. */
const UNNAMED_LIFE_DAYS = Math.max(
  ...PROVIDER_NUMBERS.map((number) => PROVIDERS[number].attemptLifeDays ?? 0),
);

export function payingTimeOf(payType: PayType): PayingTime {
  const provider = providerOf(payType);
  const days = (provider && PROVIDERS[provider].attemptLifeDays) ?? UNNAMED_LIFE_DAYS;
  return { orderOpenMs: ORDER_OPEN_MS, attemptLifeMs: days * DAY_MS };
}

/** The longest pause between checks while a payer may be waiting. */
export const ASK_PAUSE_WHILE_OPEN_MAX_MS = MINUTE_MS;
export const ASK_PAUSE_MAX_MS = 6 * HOUR_MS;

/**
 * [ORD-15] The pause before the provider is queried again about an attempt: half the attempt's age, but at most a minute while
 * its payer may be waiting.
 */
export function askPauseMs(ageMs: number, firstMs: number, isOpen: boolean): number {
  const most = isOpen ? ASK_PAUSE_WHILE_OPEN_MAX_MS : ASK_PAUSE_MAX_MS;
  return Math.min(Math.max(Math.floor(ageMs / 2), firstMs), most);
}

/** A provider without a record of an attempt this long after its start will never have one. */
export const NONE_IS_FINAL_AFTER_MS = HOUR_MS;

/** A paid order is delivered within seconds; after this time an alert is raised. */
export const DELIVERY_IS_LATE_AFTER_MS = 10 * MINUTE_MS;
