import { LOCAL_CURRENCIES, type ExchangeRates, type LocalCurrency } from '@jawhara/domain';
import * as v from 'valibot';

const MICROS = 1_000_000;
const rate = v.optional(
  v.pipe(
    v.number(),
    v.minValue(0.000_1),
    v.maxValue(100_000),
    v.transform((perUsd) => Math.round(perUsd * MICROS)),
  ),
);

/** `{ "asOf": "2026-11-16T06:00:00Z", "perUsd": { "SAR": 3.75 } }`: what a dollar was worth, and when. */
export const exchangeRatesPart = v.pipe(
  v.strictObject({
    asOf: v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text)),
    ),
    perUsd: v.strictObject(
      Object.fromEntries(LOCAL_CURRENCIES.map((currency) => [currency, rate])) as Record<
        LocalCurrency,
        typeof rate
      >,
    ),
  }),
  v.transform(({ asOf, perUsd }) => ({ asOf, microsPerUsd: perUsd }) as ExchangeRates),
);
