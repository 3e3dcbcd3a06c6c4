import { normaliseDigits } from '../digits.ts';
import type { PayWith } from '../order/pay-with.ts';
import { PAY_TYPES_WITHOUT_CVV } from '../pay-type/card-pay-types.ts';
import { payTypeOfSource } from './card-source.ts';
import type { CardScheme } from './saved-card.ts';

/** Brands by the names that card fields report; null for a brand we do not take. */
export const CARD_BRANDS = {
  visa: 'visa',
  mastercard: 'mastercard',
  mc: 'mastercard',
  amex: null,
  'american express': null,
  'cartes bancaires': null,
  'diners club': null,
  diners: null,
  discover: null,
  jcb: null,
  mada: null,
  maestro: null,
  unionpay: null,
  cup: null,
} as const satisfies Record<string, CardScheme | null>;

/** Null for a brand that is not accepted or unknown. */
export function acceptedBrand(name: string): CardScheme | null {
  const known = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  return Object.hasOwn(CARD_BRANDS, known) ? CARD_BRANDS[known as keyof typeof CARD_BRANDS] : null;
}

const CVV_DIGITS_MIN = 3;
const CVV_DIGITS_MAX = 4;

/**
 * Digits only: 3 or 4, or exactly the known length. Real CVVs are typed only into the provider's field, which reports
 * whether it is complete; this rule checks the tests' CVVs.
 */
export function isCvvComplete(digits: string, length?: number): boolean {
  const typed = normaliseDigits(digits);
  if (!/^[0-9]+$/.test(typed)) return false;
  if (length !== undefined) return typed.length === length;
  return typed.length >= CVV_DIGITS_MIN && typed.length <= CVV_DIGITS_MAX;
}

/** A saved card was sent without the CVV that its provider needs. Our page never sends such a request. */
export function isCvvMissing(card: PayWith): boolean {
  return (
    'sourceId' in card &&
    card.cvvToken === null &&
    !PAY_TYPES_WITHOUT_CVV.includes(payTypeOfSource(card.sourceId))
  );
}

/** The fields of a card that is typed, in the order in which they are filled in. */
export const CARD_FIELDS = ['number', 'expiry', 'cvv', 'holder'] as const;

export type CardField = (typeof CARD_FIELDS)[number];

/** All that this page knows of a provider's field. */
export type CardFieldState = 'empty' | 'invalid' | 'valid';

export type CardFieldStates = Readonly<Record<CardField, CardFieldState>>;

export const EMPTY_CARD: CardFieldStates = {
  number: 'empty',
  expiry: 'empty',
  cvv: 'empty',
  holder: 'empty',
};

/** Which message a field shows: "Please fill in ..." or "... is wrong". The sentence contains the field's name. */
export type CardFieldMessage = 'fill-in' | 'wrong';

const MESSAGES = {
  empty: 'fill-in',
  invalid: 'wrong',
  valid: null,
} as const satisfies Record<CardFieldState, CardFieldMessage | null>;

export function cardFieldMessage(state: CardFieldState): CardFieldMessage | null {
  return MESSAGES[state];
}

export function cardFieldMessages(fields: CardFieldStates): Record<CardField, CardFieldMessage | null> {
  return {
    number: MESSAGES[fields.number],
    expiry: MESSAGES[fields.expiry],
    cvv: MESSAGES[fields.cvv],
    holder: MESSAGES[fields.holder],
  };
}

/** Which field the cursor goes to after a completed one: the next incomplete field, never an earlier one. */
export function nextCardField(fields: CardFieldStates, from: CardField): CardField | null {
  const after = CARD_FIELDS.slice(CARD_FIELDS.indexOf(from) + 1);
  return after.find((field) => fields[field] !== 'valid') ?? null;
}

/** Fields that are missing or invalid, in order. */
export function cardFieldsLeft(fields: CardFieldStates): CardField[] {
  return CARD_FIELDS.filter((field) => fields[field] !== 'valid');
}
