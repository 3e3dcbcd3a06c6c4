import type { CardField } from '@jawhara/domain';
import { word } from '../../../../words/word.ts';

const NAMES = {
  number: 'card.number',
  expiry: 'card.expiry',
  cvv: 'card.cvv',
  holder: 'card.holder',
} as const satisfies Record<CardField, string>;

export function fieldName(field: CardField): string {
  return word(NAMES[field]);
}

export function fieldRequired(field: CardField): string {
  return word('field.required', { input: fieldName(field) });
}

export function fieldInvalid(field: CardField): string {
  return word('field.invalid', { input: fieldName(field) });
}

/** The sentence under a field that the bank rejected. The field has been emptied. */
export function fieldRejected(field: CardField): string {
  return word('field.bankRejected', { input: fieldName(field) });
}
