export type Scheme = 'visa' | 'mastercard';

export const SCHEME_NAMES = { visa: 'Visa', mastercard: 'Mastercard' } as const satisfies Record<
  Scheme,
  string
>;

export const CARD_NUMBER_DIGITS = 16;

/** Finds the scheme by the first digits, also of an incomplete number. Null: neither Visa nor Mastercard. */
export function schemeOf(digits: string): Scheme | null {
  if (digits.startsWith('4')) return 'visa';
  if (/^5[1-5]/.test(digits)) return 'mastercard';
  const first4 = Number(digits.slice(0, 4));
  return digits.length >= 4 && first4 >= 2221 && first4 <= 2720 ? 'mastercard' : null;
}

/** Whether more digits could still make it a Visa or a Mastercard. */
export function mayBecomeAccepted(digits: string): boolean {
  if (digits === '' || schemeOf(digits) !== null) return true;
  return digits === '5' || (digits.length < 4 && /^2(2[2-9]?|[3-7]\d?)?$/.test(digits));
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd += 1) {
    const digit = Number(digits[digits.length - 1 - fromEnd]);
    const weighed = fromEnd % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return digits.length > 0 && sum % 10 === 0;
}
