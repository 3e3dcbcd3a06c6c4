import { cleanTypedId, readDisplayId, type DisplayIdReading } from '@jawhara/domain';
import { word } from '../words/word.ts';

const COMPLAINTS: { readonly [Kind in DisplayIdReading['kind']]: () => string | null } = {
  read: () => null,
  empty: () => word('search.empty'),
  'too-short': () => word('search.min'),
  'not-digits': () => word('search.digitsOnly'),
  'too-long': () => word('search.length'),
};

/** What is wrong with what was typed, in words; null when it can be looked up. */
export function complaintAbout(typed: string): string | null {
  return COMPLAINTS[readDisplayId(typed).kind]();
}

export interface IdEntry {
  readonly digits: string;
  /** Many characters at once: they are looked up without waiting for more. */
  readonly isPasted: boolean;
  /** What was left out, said once: a letter that is not a digit, or the rest of a paste. */
  readonly said: 'digits-only' | 'cleaned' | null;
}

/** What the field holds after its text has become `next`. */
export function takeTyped(before: string, next: string): IdEntry {
  const { digits, hasDropped } = cleanTypedId(next);
  const isPasted = next.length - before.length > 1;
  return { digits, isPasted, said: hasDropped ? (isPasted ? 'cleaned' : 'digits-only') : null };
}
