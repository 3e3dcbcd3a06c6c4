import {
  cleanHolder,
  cvvFault,
  digitsIn,
  groupedNumber,
  holderFault,
  numberFault,
  readExpiry,
  typedExpiry,
} from './card-input.ts';
import type { FieldFault, FieldRules } from './field-rules.ts';
import type { FieldName } from './field-words.ts';

const CVV_DIGITS_MAX = 4;

export interface CardRules {
  readonly acceptedSchemes: readonly string[];
  /** Null: three or four digits. */
  readonly cvvLength: number | null;
  /** Why a number that is correct is refused all the same, for example by the shop; null: it is accepted. */
  readonly refusal: () => FieldFault | null;
}

export function cardFieldRules({
  acceptedSchemes = ['visa', 'mastercard'],
  cvvLength = null,
  refusal = () => null,
}: Partial<CardRules> = {}): Record<FieldName, FieldRules> {
  return {
    number: { format: groupedNumber, fault: (text) => numberFault(text, acceptedSchemes) ?? refusal() },
    expiry: {
      format: typedExpiry,
      fault: (text) => {
        const reading = readExpiry(text, new Date());
        return typeof reading === 'string' ? reading : null;
      },
    },
    cvv: {
      format: (text) => digitsIn(text).slice(0, cvvLength ?? CVV_DIGITS_MAX),
      fault: (text) => cvvFault(text, cvvLength),
    },
    holder: { format: cleanHolder, fault: holderFault },
  };
}
