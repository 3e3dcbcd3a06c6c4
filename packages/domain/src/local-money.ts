import { countText } from './locale.ts';
import type { UsdCents } from './money.ts';

/** Currencies of the site's countries. The page has a word for each. */
export const LOCAL_CURRENCIES = [
  'AED',
  'BHD',
  'EGP',
  'IQD',
  'JOD',
  'KWD',
  'MAD',
  'OMR',
  'QAR',
  'SAR',
] as const;

export type LocalCurrency = (typeof LOCAL_CURRENCIES)[number];

const CURRENCY_OF_COUNTRY: Readonly<Record<string, LocalCurrency>> = {
  AE: 'AED',
  BH: 'BHD',
  EG: 'EGP',
  IQ: 'IQD',
  JO: 'JOD',
  KW: 'KWD',
  MA: 'MAD',
  OM: 'OMR',
  QA: 'QAR',
  SA: 'SAR',
};

/** The value of a dollar at one time, in millionths of each currency. */
export interface ExchangeRates {
  readonly asOf: Date;
  readonly microsPerUsd: { readonly [Currency in LocalCurrency]?: number };
}

/** Older rates are not used. */
export const RATES_OLD_AFTER_MS = 48 * 3_600_000;
/** Clocks differ a little; a date further in the future is a mistake, and such rates would never expire. */
const RATES_AHEAD_MS_MAX = 5 * 60_000;

export interface LocalMoney {
  readonly currency: LocalCurrency;
  readonly microsPerUsd: number;
}

/** The currency for estimates in that country; null if the country or a current rate is unknown. */
export function localMoneyIn(
  country: string | null,
  rates: ExchangeRates | null,
  now: Date,
): LocalMoney | null {
  if (country === null || rates === null || !Object.hasOwn(CURRENCY_OF_COUNTRY, country)) return null;
  const ageMs = now.getTime() - rates.asOf.getTime();
  if (ageMs >= RATES_OLD_AFTER_MS || ageMs < -RATES_AHEAD_MS_MAX) return null;
  const currency = CURRENCY_OF_COUNTRY[country];
  const microsPerUsd = currency && rates.microsPerUsd[currency];
  return currency === undefined || microsPerUsd === undefined ? null : { currency, microsPerUsd };
}

/** "≈ 37.5 SAR": an estimate that is shown beside a price. The payer is charged in dollars. */
export interface Estimate {
  readonly currency: LocalCurrency;
  readonly value: string;
}

/**
 * The decimals of estimates in currencies that do not follow the usual rule: precise enough to compare prices, too coarse to look
 * like the amount that the bank will charge.
 */
const DECIMALS: { readonly [Currency in LocalCurrency]?: number } = {
  BHD: 2,
  IQD: 0,
  JOD: 2,
  KWD: 2,
  OMR: 2,
};
const DECIMALS_USUAL = 1;
/** The amount from which no decimal is shown: a hundred, in tenths. */
const TENTHS_MAX = 1_000;

function rounded(cents: UsdCents, microsPerUsd: number, decimals: number): number {
  return Math.round((cents * microsPerUsd) / 10 ** (8 - decimals));
}

/** Amounts under a hundred have one decimal, others none. Currencies with thousandths have two decimals, the Iraqi dinar none. */
export function estimateOf(cents: UsdCents, { currency, microsPerUsd }: LocalMoney): Estimate {
  const own = DECIMALS[currency];
  const decimals = own ?? (rounded(cents, microsPerUsd, DECIMALS_USUAL) < TENTHS_MAX ? DECIMALS_USUAL : 0);
  const units = rounded(cents, microsPerUsd, decimals);
  const whole = countText(Math.floor(units / 10 ** decimals));
  const fraction = decimals === 0 ? '' : String(units % 10 ** decimals).padStart(decimals, '0');
  const isRound = own === undefined && Number(fraction) === 0;
  return { currency, value: fraction === '' || isRound ? whole : `${whole}.${fraction}` };
}
