import { word } from '../../../words/word.ts';
import { fieldRejected } from './fields/field-words.ts';
import type { RefusedField } from '../../machine/purchase/purchase-state.ts';

/** Which field the bank did not accept; everything else is as it was. */
export function refusedSentence(field: RefusedField): string {
  return field === 'cvv' ? word('cvv.again') : fieldRejected(field);
}
