import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalsOf,
  isSameMoney,
  moneyDecimal,
  moneyText,
  parseUsdDecimal,
  readMoneyDecimal,
  usdCents,
  usdDecimal,
  usdMoney,
  usdText,
} from './money.ts';

/** The largest amount in twelve digits of dollars. */
const CENTS_ON_THE_WIRE_MAX = 99_999_999_999_999;

const anyCents = fc.oneof(fc.nat(20_000), fc.integer({ min: 0, max: CENTS_ON_THE_WIRE_MAX })).map(usdCents);

it.each([
  [0, '0.00', '$0.00'],
  [5, '0.05', '$0.05'],
  [99, '0.99', '$0.99'],
  [100, '1.00', '$1.00'],
  [999, '9.99', '$9.99'],
  [9_999, '99.99', '$99.99'],
  [99_999, '999.99', '$999.99'],
  [100_000, '1000.00', '$1,000.00'],
  [123_450, '1234.50', '$1,234.50'],
  [123_456_789, '1234567.89', '$1,234,567.89'],
])('an amount of %i cents is %s on the wire and %s on screen', (cents, decimal, text) => {
  expect(usdDecimal(usdCents(cents))).toBe(decimal);
  expect(usdText(usdCents(cents))).toBe(text);
  expect(parseUsdDecimal(decimal)).toBe(cents);
});

it('an amount written for the wire is read back to the same cents', () => {
  fc.assert(fc.property(anyCents, (cents) => parseUsdDecimal(usdDecimal(cents)) === cents));
});

it('an amount has the same digits on screen as on the wire', () => {
  fc.assert(fc.property(anyCents, (cents) => usdText(cents).replace(/[$,]/g, '') === usdDecimal(cents)));
});

it('decimal amounts that floating point cannot hold are read exactly', () => {
  expect(parseUsdDecimal('1.1')).toBe(110);
  expect(parseUsdDecimal('4.35')).toBe(435);
  expect(parseUsdDecimal('1.15')).toBe(115);
  expect(parseUsdDecimal('9')).toBe(900);
  expect(parseUsdDecimal('9.9')).toBe(990);
});

it.each([
  '',
  ' ',
  '.',
  '9.',
  '.99',
  '-1',
  '+1',
  '1,5',
  '1.999',
  '1e3',
  '0x10',
  ' 9.99',
  '9.99 ',
  '$9.99',
  'NaN',
  '1234567890123',
  '\u0669',
])('the text %j is refused as an amount', (text) => expect(parseUsdDecimal(text)).toBeNull());

it.each([-1, 0.5, 9.99, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  'the number %d is refused as an amount in whole cents',
  (value) => {
    expect(() => usdCents(value)).toThrow(new RangeError(`not an amount in whole cents: ${value}`));
  },
);

describe('money of any currency', () => {
  it('an amount is written with as many decimals as its currency has', () => {
    expect(moneyDecimal({ currency: 'USD', minorUnits: 999 })).toBe('9.99');
    expect(moneyDecimal({ currency: 'KWD', minorUnits: 9_990 })).toBe('9.990');
    expect(moneyDecimal({ currency: 'JPY', minorUnits: 999 })).toBe('999');
    expect(moneyDecimal({ currency: 'USD', minorUnits: -5 })).toBe('-0.05');
    expect(moneyDecimal({ currency: 'USD', minorUnits: 0 })).toBe('0.00');
    expect(moneyText({ currency: 'SAR', minorUnits: 3_746 })).toBe('37.46 SAR');
    expect(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'JPY', 'KRW', 'EGP'].map(decimalsOf)).toEqual([
      3, 3, 3, 3, 3, 3, 3, 0, 0, 2,
    ]);
  });

  it('an amount in any currency is written as a decimal and read back to the same minor units', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('USD', 'KWD', 'JPY'),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        (currency, minorUnits) => {
          const money = { currency, minorUnits: minorUnits === 0 ? 0 : minorUnits };
          expect(readMoneyDecimal(moneyDecimal(money), currency)).toEqual(money);
        },
      ),
    );
  });

  it.each([
    ['9.99000000', 'USD', 999],
    ['9', 'USD', 900],
    ['9.9', 'USD', 990],
    ['-9.9', 'USD', -990],
    ['-0.00', 'USD', 0],
    ['9.9905', 'KWD', null],
    ['9.999', 'USD', null],
    ['9.0', 'JPY', 9],
    ['', 'USD', null],
    ['9,99', 'USD', null],
    ['x9.99', 'USD', null],
    ['9.99x', 'USD', null],
    ['1e3', 'USD', null],
  ] as const)('the decimal %j in %s is read as %s minor units', (text, currency, minorUnits) => {
    expect(readMoneyDecimal(text, currency)?.minorUnits ?? null).toBe(minorUnits);
  });

  it('two amounts are equal only if their currencies are equal too', () => {
    expect(isSameMoney(usdMoney(usdCents(999)), { currency: 'USD', minorUnits: 999 })).toBe(true);
    expect(isSameMoney(usdMoney(usdCents(999)), { currency: 'SAR', minorUnits: 999 })).toBe(false);
    expect(isSameMoney(usdMoney(usdCents(999)), { currency: 'USD', minorUnits: 998 })).toBe(false);
  });
});
