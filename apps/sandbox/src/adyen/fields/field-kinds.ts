import { schemeOf } from '../../world/card-number.ts';
import {
  cvvFault,
  digitsIn,
  groupedNumber,
  numberFault,
  readExpiry,
  typedExpiry,
  type Fault,
} from '../../world/fields/card-input.ts';
import type { FieldType } from './secured-field-messages.ts';

const CVC_DIGITS = 3;
const SCHEME_OF_BRAND: Readonly<Record<string, string>> = { visa: 'visa', mc: 'mastercard' };

/** The values that a field sends encrypted, under Adyen's names for them. */
export type SealedNames = Readonly<Record<string, string>>;

export interface FieldKind {
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly placeholderKey: string;
  readonly format: (text: string, isDeleting: boolean) => string;
  readonly fault: (text: string, brands: readonly string[]) => Fault | null;
  /** Adyen's code for each fault. */
  readonly errors: Partial<Readonly<Record<Fault, string>>>;
  /** Faults that more typing cannot correct are reported at once, the others when the field loses focus. */
  readonly immediateFaults: readonly Fault[];
  readonly sealed: (text: string) => SealedNames;
}

/** The three fields of a card. */
export const FIELD_KINDS = {
  encryptedCardNumber: {
    autocomplete: 'cc-number',
    maxLength: 40,
    placeholderKey: 'encryptedCardNumber',
    format: groupedNumber,
    fault: (text, brands) =>
      numberFault(
        text,
        brands.map((brand) => SCHEME_OF_BRAND[brand] ?? brand),
      ),
    errors: { required: 'cc.num.900', incomplete: 'cc.num.901', luhn: 'cc.num.902', scheme: 'cc.num.903' },
    immediateFaults: ['luhn', 'scheme'],
    sealed: (text) => ({ encryptedCardNumber: digitsIn(text) }),
  },
  encryptedExpiryDate: {
    autocomplete: 'cc-exp',
    maxLength: 20,
    placeholderKey: 'encryptedExpiryDate',
    format: typedExpiry,
    fault: (text) => {
      const reading = readExpiry(text, new Date());
      return typeof reading === 'string' ? reading : null;
    },
    errors: { required: 'cc.dat.910', incomplete: 'cc.dat.911', month: 'cc.dat.911', past: 'cc.dat.912' },
    immediateFaults: ['month', 'past'],
    sealed: (text) => ({
      encryptedExpiryMonth: text.slice(0, 2),
      encryptedExpiryYear: `20${text.slice(3, 5)}`,
    }),
  },
  encryptedSecurityCode: {
    autocomplete: 'cc-csc',
    maxLength: 10,
    placeholderKey: 'encryptedSecurityCode3digits',
    format: (text) => digitsIn(text).slice(0, CVC_DIGITS),
    fault: (text) => cvvFault(text, CVC_DIGITS),
    errors: { required: 'cc.cvc.920', length: 'cc.cvc.921' },
    immediateFaults: [],
    sealed: (text) => ({ encryptedSecurityCode: digitsIn(text) }),
  },
} as const satisfies Record<FieldType, FieldKind>;

/** The brand as Adyen names it; `card` while too few digits are typed to find it. */
export function brandOf(text: string): string {
  const scheme = schemeOf(digitsIn(text));
  return scheme === null ? 'card' : { visa: 'visa', mastercard: 'mc' }[scheme];
}
