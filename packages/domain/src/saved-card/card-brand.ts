import type { CardScheme } from './saved-card.ts';

/** The names under which card fields report a brand, and which of ours each is; null is a brand we do not take. */
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

/** Null: not accepted. A name nobody has heard of is not accepted either. */
export function acceptedBrand(name: string): CardScheme | null {
  const known = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  return Object.hasOwn(CARD_BRANDS, known) ? CARD_BRANDS[known as keyof typeof CARD_BRANDS] : null;
}
