/** The fields of a card that is typed, in the order in which they are filled in. */
export const CARD_FIELDS = ['number', 'expiry', 'cvv', 'holder'] as const;

export type CardField = (typeof CARD_FIELDS)[number];

/** All that this page ever knows of a field of the provider's. */
export type CardFieldState = 'empty' | 'invalid' | 'valid';

export type CardFieldStates = Readonly<Record<CardField, CardFieldState>>;

export const EMPTY_CARD: CardFieldStates = {
  number: 'empty',
  expiry: 'empty',
  cvv: 'empty',
  holder: 'empty',
};

/** "Please fill in ..." or "... is wrong"; the field's own name is put in by the words. */
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

/** Where the cursor goes from a field that is whole: to the next one that is not, and never back. */
export function nextCardField(fields: CardFieldStates, from: CardField): CardField | null {
  const after = CARD_FIELDS.slice(CARD_FIELDS.indexOf(from) + 1);
  return after.find((field) => fields[field] !== 'valid') ?? null;
}

/** Fields that are still to be filled in or corrected, first things first. */
export function cardFieldsLeft(fields: CardFieldStates): CardField[] {
  return CARD_FIELDS.filter((field) => fields[field] !== 'valid');
}
