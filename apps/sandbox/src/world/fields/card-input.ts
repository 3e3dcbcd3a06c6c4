import { CARD_NUMBER_DIGITS, mayBecomeAccepted, passesLuhn, schemeOf } from '../card-number.ts';

export type Fault = 'required' | 'incomplete' | 'scheme' | 'luhn' | 'month' | 'past' | 'length' | 'long';

const ARABIC_INDIC_ZERO = 0x660;
const PERSIAN_ZERO = 0x6f0;

export const HOLDER_CHARACTERS_MAX = 254;

/** Arabic-Indic and Persian digits become 0-9; invisible characters such as direction marks are removed. */
export function plainDigits(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - ARABIC_INDIC_ZERO))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - PERSIAN_ZERO));
}

export function digitsIn(text: string): string {
  return plainDigits(text).replace(/\D/g, '');
}

/** The digits of a card number in groups of four. */
export function groupedNumber(text: string): string {
  return digitsIn(text)
    .slice(0, CARD_NUMBER_DIGITS)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
}

function expiryParts(text: string): { readonly month: string; readonly year: string } {
  const plain = plainDigits(text).trim();
  const split = /^(\d{1,2})\s*[/.\-\s]\s*(\d*)/.exec(plain);
  if (split) return { month: (split[1] ?? '').padStart(2, '0'), year: split[2] ?? '' };
  const digits = plain.replace(/\D/g, '');
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return { month: whole.slice(0, 2), year: whole.slice(2) };
}

/** The last two digits of a year typed in full. "20" with a third digit is such a year: no valid card expires in 2020. */
function shortYear(year: string): string {
  if (!/^20\d/.test(year)) return year.slice(0, 2);
  return year.length === 3 ? year : year.slice(2, 4);
}

/** "MM/YY" while it is being typed. Reads "1230", "12/2030", "1-30" and what a browser fills in. */
export function typedExpiry(text: string, isDeleting: boolean): string {
  const { month, year } = expiryParts(text);
  const isSlashDeleted = isDeleting && year === '' && !/\D/.test(plainDigits(text).trim());
  return month.length < 2 || isSlashDeleted ? month : `${month}/${shortYear(year)}`;
}

export function numberFault(text: string, accepted: readonly string[]): Fault | null {
  const digits = digitsIn(text);
  if (digits === '') return 'required';
  const scheme = schemeOf(digits);
  if (!mayBecomeAccepted(digits) || (scheme !== null && !accepted.includes(scheme))) return 'scheme';
  if (digits.length < CARD_NUMBER_DIGITS) return 'incomplete';
  return passesLuhn(digits) ? null : 'luhn';
}

export interface Expiry {
  readonly month: number;
  readonly year: number;
}

export function readExpiry(text: string, now: Date): Expiry | Fault {
  if (digitsIn(text) === '') return 'required';
  const match = /^(\d{2})\/(\d{2})$/.exec(text);
  if (!match) return 'incomplete';
  const expiry = { month: Number(match[1]), year: 2000 + Number(match[2]) };
  if (expiry.month < 1 || expiry.month > 12) return 'month';
  // Valid until its month has ended in every time zone.
  const endsAt = Date.UTC(expiry.year, expiry.month, 1, 12);
  return endsAt <= now.getTime() ? 'past' : expiry;
}

export function cvvFault(text: string, exactLength: number | null): Fault | null {
  const digits = digitsIn(text);
  if (digits === '') return 'required';
  const fits = exactLength === null ? /^\d{3,4}$/.test(digits) : digits.length === exactLength;
  return fits ? null : 'length';
}

/** Keeps the letters of any script, spaces and the few marks that names have. */
export function cleanHolder(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\s.'\u2019-]/gu, '')
    .replace(/^\s+/, '')
    .replace(/\s{2,}/g, ' ');
}

export function holderFault(text: string): Fault | null {
  const name = cleanHolder(text).trim();
  if (name === '') return 'required';
  return name.length > HOLDER_CHARACTERS_MAX ? 'long' : null;
}
