import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CARD_FIELDS,
  cardFieldMessage,
  cardFieldMessages,
  cardFieldsLeft,
  EMPTY_CARD,
  nextCardField,
  type CardFieldState,
  type CardFieldStates,
} from './card-fields.ts';

const STATES: readonly CardFieldState[] = ['empty', 'invalid', 'valid'];
const ALL: CardFieldStates = { number: 'valid', expiry: 'valid', cvv: 'valid', holder: 'valid' };
const fields = fc.record({
  number: fc.constantFrom(...STATES),
  expiry: fc.constantFrom(...STATES),
  cvv: fc.constantFrom(...STATES),
  holder: fc.constantFrom(...STATES),
});

it('[EXP-07] number, CVV, expiry and holder are the four fields', () => {
  expect(CARD_FIELDS.toSorted()).toEqual(['cvv', 'expiry', 'holder', 'number']);
});

it.each(CARD_FIELDS)(
  '[EXP-07] %s: empty asks to be filled in, invalid is wrong, valid says nothing',
  (field) => {
    expect(cardFieldMessages({ ...ALL, [field]: 'empty' })).toEqual({ ...silent(), [field]: 'fill-in' });
    expect(cardFieldMessages({ ...ALL, [field]: 'invalid' })).toEqual({ ...silent(), [field]: 'wrong' });
    expect(cardFieldMessages(ALL)).toEqual(silent());
  },
);

it('[EXP-07] each field is required: it speaks for itself, and what is left is exactly what speaks', () => {
  fc.assert(
    fc.property(fields, (states) => {
      const messages = cardFieldMessages(states);
      for (const field of CARD_FIELDS) expect(messages[field]).toBe(cardFieldMessage(states[field]));
      expect(cardFieldsLeft(states)).toEqual(CARD_FIELDS.filter((field) => messages[field] !== null));
    }),
  );
  expect(cardFieldsLeft(EMPTY_CARD)).toEqual(['number', 'expiry', 'cvv', 'holder']);
});

it('from a whole field the cursor goes to the next that is not, over those that are, and never back', () => {
  expect(nextCardField(EMPTY_CARD, 'number')).toBe('expiry');
  expect(nextCardField({ ...EMPTY_CARD, expiry: 'valid' }, 'number')).toBe('cvv');
  expect(nextCardField({ ...ALL, number: 'empty' }, 'cvv')).toBeNull();
  expect(nextCardField({ ...ALL, holder: 'invalid' }, 'cvv')).toBe('holder');
  expect(nextCardField(EMPTY_CARD, 'holder')).toBeNull();
});

function silent() {
  return { number: null, expiry: null, cvv: null, holder: null };
}
