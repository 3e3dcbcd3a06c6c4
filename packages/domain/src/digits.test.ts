import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseDigits } from './digits.ts';

/**
 * Any code points, unpaired surrogates too, common ones more often. The generator of fast-check itself takes a second to start.
 */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x2fff }), fc.integer({ min: 0, max: 0x10ffff })))
  .map((codePoints) => String.fromCodePoint(...codePoints));

const LAST_CODE_POINT = 0x10ffff;

function codePointsMatching(pattern: RegExp): number[] {
  const found: number[] = [];
  for (let codePoint = 0; codePoint <= LAST_CODE_POINT; codePoint += 1) {
    if (pattern.test(String.fromCodePoint(codePoint))) found.push(codePoint);
  }
  return found;
}

/**
 * Computed without the tested code: it walks Unicode's digits in order and counts from 0 to 9 over and over. Unicode promises
 * that the digits of a script are one run of ten, so counting is enough.
 */
const DIGITS_IN_ORDER = codePointsMatching(/^\p{Nd}$/u);
const INVISIBLE = codePointsMatching(/^\p{Cf}$/u);

function written(digits: string, zero: number): string {
  return Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit))).join('');
}

it('the reference for digits in this test lists Unicode’s decimal digits in runs of ten from 0 to 9', () => {
  expect(DIGITS_IN_ORDER.length).toBeGreaterThanOrEqual(650);
  expect(DIGITS_IN_ORDER.length % 10).toBe(0);
  for (let start = 0; start < DIGITS_IN_ORDER.length; start += 10) {
    expect(DIGITS_IN_ORDER[start + 9]).toBe((DIGITS_IN_ORDER[start] ?? 0) + 9);
  }
});

it('every decimal digit of Unicode is converted to 0 to 9', () => {
  const wrong = DIGITS_IN_ORDER.filter(
    (codePoint, place) => normaliseDigits(String.fromCodePoint(codePoint)) !== String(place % 10),
  );
  expect(wrong.map((codePoint) => codePoint.toString(16))).toEqual([]);
});

it('digits of any script, even mixed in one number, are converted to 0 to 9', () => {
  const digitWithValue = fc.nat(DIGITS_IN_ORDER.length - 1).map((place) => ({
    character: String.fromCodePoint(DIGITS_IN_ORDER[place] ?? 0),
    value: String(place % 10),
  }));
  fc.assert(
    fc.property(fc.array(digitWithValue, { maxLength: 30 }), (digits) => {
      const typed = digits.map(({ character }) => character).join('');
      expect(normaliseDigits(typed)).toBe(digits.map(({ value }) => value).join(''));
    }),
  );
});

it.each([
  ['Arabic-Indic', 0x0660],
  ['Persian', 0x06f0],
  ['Devanagari, whose zero ends in 6', 0x0966],
  ['full width', 0xff10],
  ['Myanmar Pao, whose zero ends in A', 0x116da],
  ['mathematical bold', 0x1d7ce],
  ['mathematical monospace', 0x1d7f6],
])('the digits 0123456789 are read when written in %s', (_script, zero) => {
  expect(normaliseDigits(written('0123456789', zero))).toBe('0123456789');
});

it('a very long text of Arabic digits is converted completely', () => {
  // More digits than a JavaScript engine accepts as arguments of one call.
  const times = 30_000;
  expect(normaliseDigits(written('0123456789', 0x0660).repeat(times)) === '0123456789'.repeat(times)).toBe(
    true,
  );
});

it('invisible characters are removed from a typed number, wherever they are', () => {
  const seen = INVISIBLE.filter(
    (codePoint) => normaliseDigits(`50${String.fromCodePoint(codePoint)}48`) !== '5048',
  );
  expect(seen.map((codePoint) => codePoint.toString(16))).toEqual([]);
  // Left and right marks, isolates, the Arabic letter mark, the byte order mark, joiners.
  expect(normaliseDigits('\u200f5\u200e0\u20664\u2069\u061c8\ufeff\u200d')).toBe('5048');
});

it('normalising digits leaves all other characters as typed', () => {
  expect(normaliseDigits('ID: 5048213 / \u00bd \u2167 \u00b2 \u2460')).toBe(
    'ID: 5048213 / \u00bd \u2167 \u00b2 \u2460',
  );
  fc.assert(fc.property(fc.string(), (ascii) => normaliseDigits(ascii) === ascii));
});

it('normalising digits twice gives the same text as normalising once', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = normaliseDigits(text);
      expect(normaliseDigits(once)).toBe(once);
    }),
  );
});
