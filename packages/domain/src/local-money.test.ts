import { describe, expect, it } from 'vitest';
import {
  estimateOf,
  LOCAL_CURRENCIES,
  localMoneyIn,
  RATES_OLD_AFTER_MS,
  type ExchangeRates,
  type LocalCurrency,
} from './local-money.ts';
import { usdCents } from './money.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const RATES: ExchangeRates = { asOf: before(1_000), microsPerUsd: { SAR: 3_750_000, KWD: 307_400 } };

describe('[UX 2.1] the local currency of a price estimate', () => {
  it.each([
    ['SA', { currency: 'SAR', microsPerUsd: 3_750_000 }],
    ['KW', { currency: 'KWD', microsPerUsd: 307_400 }],
    ['EG', null],
    ['FR', null],
    ['constructor', null],
    [null, null],
  ])('the local currency for a price estimate, by country: %s', (country, money) => {
    expect(localMoneyIn(country, RATES, NOW)).toEqual(money);
  });

  it.each([
    ['just published', 0, true],
    ['almost two days old', RATES_OLD_AFTER_MS - 1, true],
    ['two days old', RATES_OLD_AFTER_MS, false],
    ['dated five minutes ahead', -300_000, true],
    ['dated a little more than five minutes ahead', -300_001, false],
    ['dated a year ahead', -365 * 86_400_000, false],
  ])('whether a price is estimated with exchange rates that are %s', (_age, ageMs, isKnown) => {
    expect(localMoneyIn('SA', { ...RATES, asOf: before(ageMs) }, NOW) !== null).toBe(isKnown);
  });

  it('without exchange rates no local price estimate is shown', () => {
    expect(localMoneyIn('SA', null, NOW)).toBeNull();
  });

  it('price estimates exist in ten local currencies', () => {
    expect([...LOCAL_CURRENCIES].toSorted()).toEqual('AED BHD EGP IQD JOD KWD MAD OMR QAR SAR'.split(' '));
  });
});

describe('[UX 2.1] the amount of a price estimate', () => {
  it.each<[number, LocalCurrency, number, string]>([
    [99, 'SAR', 3_750_000, '3.7'],
    [999, 'SAR', 3_750_000, '37.5'],
    [1_999, 'SAR', 3_750_000, '75'],
    [2_665, 'SAR', 3_750_000, '99.9'],
    [2_666, 'SAR', 3_750_000, '100'],
    [9_999, 'SAR', 3_750_000, '375'],
    [99_999, 'EGP', 49_310_000, '49,310'],
    [999, 'KWD', 307_400, '3.07'],
    [100, 'KWD', 300_000, '0.30'],
    [1_000, 'KWD', 300_000, '3.00'],
    [99_999, 'OMR', 384_500, '384.50'],
    [999, 'IQD', 1_310_000_000, '13,087'],
    [100_000_000, 'IQD', 1_310_000_000, '1,310,000,000'],
  ])(
    'a price of %d US cents in %s, at %d millionths per dollar, is shown as %s',
    (cents, currency, microsPerUsd, value) => {
      expect(estimateOf(usdCents(cents), { currency, microsPerUsd })).toEqual({ currency, value });
    },
  );
});
