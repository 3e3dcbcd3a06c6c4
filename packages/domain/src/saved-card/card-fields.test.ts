import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  acceptedBrand,
  CARD_BRANDS,
  CARD_FIELDS,
  cardFieldMessage,
  cardFieldMessages,
  cardFieldsLeft,
  EMPTY_CARD,
  isCvvComplete,
  isCvvMissing,
  nextCardField,
  type CardFieldState,
  type CardFieldStates,
} from './card-fields.ts';
import type { CardSourceId } from './card-source.ts';

it.each([
  ['visa', 'visa'],
  ['Visa', 'visa'],
  ['VISA', 'visa'],
  [' Visa\n', 'visa'],
  ['mastercard', 'mastercard'],
  ['Mastercard', 'mastercard'],
  ['mc', 'mastercard'],
] as const)('[EXP-08] the card brand %s is accepted as %s', (name, scheme) =>
  expect(acceptedBrand(name)).toBe(scheme),
);

it.each([
  'amex',
  'American Express',
  'mada',
  'maestro',
  'jcb',
  'discover',
  'Diners_Club',
  'unionpay',
  'cup',
  '',
])('[EXP-08] the card brand %j is not accepted', (name) => expect(acceptedBrand(name)).toBeNull());

it('[EXP-08] only the card brands Visa and Mastercard are accepted', () => {
  expect(new Set(Object.values(CARD_BRANDS))).toEqual(new Set(['visa', 'mastercard', null]));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'constructor')), (name) => {
      fc.pre(!/^\s*(visa|mastercard|mc)\s*$/i.test(name));
      expect(acceptedBrand(name)).toBeNull();
    }),
  );
});

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

it('[EXP-05] where the card’s CVV length is known, only a CVV of that length is complete', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.integer({ min: 3, max: 4 }), (count, length) => {
      expect(isCvvComplete(zeros(count), length)).toBe(count === length);
    }),
  );
});

it('[EXP-05] a CVV with other characters than digits is never complete', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 4 }), (typed) => {
      fc.pre(/[^\p{Nd}\p{Cf}]/u.test(typed));
      expect(isCvvComplete(typed)).toBe(false);
    }),
  );
  for (const typed of ['00a', '0 00', '-000', '0.00', ' 000', '000\n'])
    expect(isCvvComplete(typed)).toBe(false);
});

it('[EXP-05] a CVV in Arabic or Persian digits is complete', () => {
  expect(isCvvComplete('\u0660\u0660\u0660')).toBe(true);
  expect(isCvvComplete('\u06f0\u06f0\u06f0\u06f0')).toBe(true);
});

it.each([
  ['src_1234', null, true],
  ['src_1234', 'tok_cvv1', false],
  ['8415718415718415', null, true],
  ['8415718415718415', 'sealed$cvv', false],
  // PayerMax needs no CVV.
  ['pmx_1234', null, false],
])(
  '[EXP-05] for the saved card %s with the CVV token %j, the CVV is missing: %s',
  (sourceId, cvvToken, isMissing) => {
    expect(isCvvMissing({ sourceId: sourceId as CardSourceId, cvvToken })).toBe(isMissing);
  },
);

it('[EXP-05] a newly typed card token never counts as a saved card without its CVV', () => {
  expect(isCvvMissing({ token: 'tok_1234' })).toBe(false);
  expect(isCvvMissing({ hostedPage: true })).toBe(false);
});

const STATES: readonly CardFieldState[] = ['empty', 'invalid', 'valid'];
const ALL: CardFieldStates = { number: 'valid', expiry: 'valid', cvv: 'valid', holder: 'valid' };
const fields = fc.record({
  number: fc.constantFrom(...STATES),
  expiry: fc.constantFrom(...STATES),
  cvv: fc.constantFrom(...STATES),
  holder: fc.constantFrom(...STATES),
});

it('[EXP-07] the card form has four fields: number, CVV, expiry and holder', () => {
  expect(CARD_FIELDS.toSorted()).toEqual(['cvv', 'expiry', 'holder', 'number']);
});

it.each(CARD_FIELDS)(
  '[EXP-07] the card field %s shows a fill-in message when empty, an error when invalid, none when valid',
  (field) => {
    expect(cardFieldMessages({ ...ALL, [field]: 'empty' })).toEqual({ ...silent(), [field]: 'fill-in' });
    expect(cardFieldMessages({ ...ALL, [field]: 'invalid' })).toEqual({ ...silent(), [field]: 'wrong' });
    expect(cardFieldMessages(ALL)).toEqual(silent());
  },
);

it('[EXP-07] every card field is required, and the fields left to complete are exactly those that show a message', () => {
  fc.assert(
    fc.property(fields, (states) => {
      const messages = cardFieldMessages(states);
      for (const field of CARD_FIELDS) expect(messages[field]).toBe(cardFieldMessage(states[field]));
      expect(cardFieldsLeft(states)).toEqual(CARD_FIELDS.filter((field) => messages[field] !== null));
    }),
  );
  expect(cardFieldsLeft(EMPTY_CARD)).toEqual(['number', 'expiry', 'cvv', 'holder']);
});

it('from a complete card field the cursor moves on to the next incomplete one, never back', () => {
  expect(nextCardField(EMPTY_CARD, 'number')).toBe('expiry');
  expect(nextCardField({ ...EMPTY_CARD, expiry: 'valid' }, 'number')).toBe('cvv');
  expect(nextCardField({ ...ALL, number: 'empty' }, 'cvv')).toBeNull();
  expect(nextCardField({ ...ALL, holder: 'invalid' }, 'cvv')).toBe('holder');
  expect(nextCardField(EMPTY_CARD, 'holder')).toBeNull();
});

function silent() {
  return { number: null, expiry: null, cvv: null, holder: null };
}
