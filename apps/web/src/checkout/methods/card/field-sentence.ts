import { cardFieldMessage, type CardField, type CardFieldState } from '@jawhara/domain';
import { word } from '../../../words/word.ts';
import type { FieldFault } from './fields/card-fields.ts';
import { fieldInvalid, fieldRequired } from './fields/field-words.ts';

/** What stands under a field; null where nothing needs saying. An empty field is no mistake before the payer wants to pay. */
export function fieldSentence(
  field: CardField,
  state: CardFieldState,
  fault: FieldFault | null,
  isPrompted: boolean,
): string | null {
  const message = cardFieldMessage(state);
  if (message === null) return null;
  if (message === 'fill-in') return isPrompted ? fieldRequired(field) : null;
  if (fault === 'brand-not-accepted') return word('card.brand');
  if (fault === 'expired') return word('card.expired');
  return field === 'holder' ? word('card.holderLong') : fieldInvalid(field);
}
