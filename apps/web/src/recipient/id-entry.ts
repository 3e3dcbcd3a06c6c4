import { normaliseDigits, readDisplayId, type DisplayIdReading } from '@jawhara/domain';
import { word } from '../words/word.ts';

const COMPLAINTS: { readonly [Kind in DisplayIdReading['kind']]: () => string | null } = {
  read: () => null,
  empty: () => word('search.min'),
  'too-short': () => word('search.min'),
  'not-digits': () => word('search.digitsOnly'),
  'too-long': () => word('search.length'),
};

/** What is wrong with what was typed, in words; null when it can be looked up. */
export function complaintAbout(typed: string): string | null {
  return COMPLAINTS[readDisplayId(typed).kind]();
}

/** What the field shows: the bare id as soon as it is one, otherwise the same text with plain digits. */
export function tidyTypedId(typed: string): string {
  const reading = readDisplayId(typed);
  return reading.kind === 'read' ? reading.displayId : normaliseDigits(typed);
}
