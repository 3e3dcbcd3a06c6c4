import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCvvComplete, isCvvMissing } from './cvv.ts';
import type { CardSourceId } from './card-source.ts';

const zeros = (count: number) => '0'.repeat(count);

it.each([
  [0, false],
  [1, false],
  [2, false],
  [3, true],
  [4, true],
  [5, false],
])('[EXP-05] a CVV of %i digits is complete: %s', (count, isComplete) => {
  expect(isCvvComplete(zeros(count))).toBe(isComplete);
});

it('[EXP-05] where the length is known, only that length is complete', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.integer({ min: 3, max: 4 }), (count, length) => {
      expect(isCvvComplete(zeros(count), length)).toBe(count === length);
    }),
  );
});

it('[EXP-05] anything but digits is wrong, whatever its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 4 }), (typed) => {
      fc.pre(/[^\p{Nd}\p{Cf}]/u.test(typed));
      expect(isCvvComplete(typed)).toBe(false);
    }),
  );
  for (const typed of ['00a', '0 00', '-000', '0.00', ' 000', '000\n'])
    expect(isCvvComplete(typed)).toBe(false);
});

it('[EXP-05] digits of every keyboard are digits', () => {
  expect(isCvvComplete('\u0660\u0660\u0660')).toBe(true);
  expect(isCvvComplete('\u06f0\u06f0\u06f0\u06f0')).toBe(true);
});

it.each([
  ['src_1234', null, true],
  ['src_1234', 'tok_cvv1', false],
  ['8415718415718415', null, true],
  ['8415718415718415', 'sealed$cvv', false],
  // Provider 6 takes none.
  ['pmx_1234', null, false],
])('[EXP-05] the kept card %s with the CVV token %j: missing is %s', (sourceId, cvvToken, isMissing) => {
  expect(isCvvMissing({ sourceId: sourceId as CardSourceId, cvvToken })).toBe(isMissing);
});

it('[EXP-05] a card typed now brings its CVV inside what was typed', () => {
  expect(isCvvMissing({ token: 'tok_1234' })).toBe(false);
  expect(isCvvMissing({ hostedPage: true })).toBe(false);
});
