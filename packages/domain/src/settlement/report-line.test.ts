import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addExact, exactText, NOTHING, readExactDecimal } from './report-line.ts';

it.each([
  ['0.05', 2, '0.05'],
  ['-0.05125', 2, '-0.05125'],
  ['12', 2, '12.00'],
  ['12', 0, '12'],
  ['4.990', 3, '4.990'],
  ['0.10000000', 2, '0.10'],
  ['+1.5', 2, '1.50'],
  ['1.500000000000', 2, '1.50'],
  ['0', 2, '0.00'],
  ['-0', 0, '0'],
  ['100', 0, '100'],
  ['123456789012345.00000001', 2, '123456789012345.00000001'],
])('the decimal %s with at least %i decimal places is written as %s', (text, places, expectedText) => {
  const read = readExactDecimal(text);
  expect(read === null ? null : exactText(read, places)).toBe(expectedText);
});

it.each(['', '.5', '5.', '1,5', '1e3', '--1', '0.000000001', ' 1', 'NaN', '1234567890123456'])(
  'the text %j is refused as a decimal',
  (text) => expect(readExactDecimal(text)).toBeNull(),
);

it('decimals are summed exactly where floating point would lose digits', () => {
  const tenth = readExactDecimal('0.1') ?? NOTHING;
  const sum = Array.from({ length: 10_000 }, () => tenth).reduce(addExact, NOTHING);
  expect(exactText(sum, 2)).toBe('1000.00');
});

it('a decimal that was written as text is read back the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (amount) => {
      expect(readExactDecimal(exactText(amount as typeof NOTHING, 2))).toBe(amount);
    }),
  );
});
