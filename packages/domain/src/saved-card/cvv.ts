import { normaliseDigits } from '../digits.ts';
import type { PayWith } from '../order/pay-with.ts';
import { PAY_TYPES_WITHOUT_CVV } from '../pay-type/card-pay-types.ts';
import { payTypeOfSource } from './card-source.ts';

const CVV_DIGITS_MIN = 3;
const CVV_DIGITS_MAX = 4;

/**
 * Digits only: 3 or 4 of them, or exactly as many as the card is known to have.
 * A real CVV is typed only into the provider's field, which reports whether it is complete; this is the rule it is held against.
 */
export function isCvvComplete(digits: string, length?: number): boolean {
  const typed = normaliseDigits(digits);
  if (!/^[0-9]+$/.test(typed)) return false;
  if (length !== undefined) return typed.length === length;
  return typed.length >= CVV_DIGITS_MIN && typed.length <= CVV_DIGITS_MAX;
}

/** A kept card comes without its CVV although its provider takes one: whoever sends that is not at the card's own step. */
export function isCvvMissing(card: PayWith): boolean {
  return (
    'sourceId' in card &&
    card.cvvToken === null &&
    !PAY_TYPES_WITHOUT_CVV.includes(payTypeOfSource(card.sourceId))
  );
}
