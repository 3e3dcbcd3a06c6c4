import type { Brand } from '../brand.ts';
import { normaliseDigits } from '../digits.ts';
import { DISPLAY_ID_DIGITS_MAX, DISPLAY_ID_DIGITS_MIN } from '../limits.ts';

/** The id that the app shows under a name. ASCII digits only, with leading zeros. */
export type DisplayId = Brand<string, 'DisplayId'>;

export type DisplayIdReading =
  | { readonly kind: 'read'; readonly displayId: DisplayId }
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-digits' }
  | { readonly kind: 'too-short' }
  | { readonly kind: 'too-long' };

/** Texts that are often pasted in front of an id: "ID: 5048213", "#5048213". */
const PREFIX = /^(?:id|#)[\s:\uff1a#.]*/i;
const SEPARATORS = /[\s\-–_.]/g;

/** Parses a typed or pasted id: digits of any script, direction marks, spaces, a leading "ID:". */
export function readDisplayId(typed: string): DisplayIdReading {
  const digits = normaliseDigits(typed).trim().replace(PREFIX, '').replace(SEPARATORS, '');
  if (digits === '') return { kind: 'empty' };
  if (!/^[0-9]+$/.test(digits)) return { kind: 'not-digits' };
  if (digits.length < DISPLAY_ID_DIGITS_MIN) return { kind: 'too-short' };
  if (digits.length > DISPLAY_ID_DIGITS_MAX) return { kind: 'too-long' };
  return { kind: 'read', displayId: digits as DisplayId };
}

export interface TypedId {
  readonly digits: string;
  /** Letters or signs were dropped. Blanks and invisible marks do not count. */
  readonly hasDropped: boolean;
}

/** The digits of a typed or pasted id as 0-9, which are all that the field keeps. */
export function cleanTypedId(typed: string): TypedId {
  const plain = normaliseDigits(typed).replace(/\s/g, '');
  const digits = plain.replace(/[^0-9]/g, '');
  return { digits, hasDropped: digits !== plain };
}

/** Compared as text with leading zeros, because a match by prefix or by value would find another account. */
export function isSameDisplayId(requested: DisplayId, found: DisplayId): boolean {
  return requested === found;
}
