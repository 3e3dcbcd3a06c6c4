import { HOLDER_NAME_CHARACTERS_LIMIT } from '../limits.ts';

const APOSTROPHES = /[\u2018\u2019\u02bc\u0060\u00b4]/gu;
const HYPHENS = /[\u2010-\u2015]/gu;
/** Anything but letters of every script with their marks, as in Jean-Luc, O'Neil and M. Ali. */
const NOT_OF_A_NAME = /[^\p{L}\p{M}\s'.-]/gu;
/** Combining marks of emoji that stay when the emoji is removed. */
const EMOJI_MARKS = /[\p{Me}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;
const LOST_MARKS = /(?<![\p{L}\p{M}])\p{M}+/gu;

function withPlainMarks(typed: string): string {
  return typed.replace(APOSTROPHES, "'").replace(HYPHENS, '-');
}

/** The name for the bank: without emoji, symbols, digits and invisible marks, with single spaces. */
export function cleanHolderName(typed: string): string {
  const letters = withPlainMarks(typed).replace(NOT_OF_A_NAME, ''); // first, because some symbols normalise to letters
  return withPlainMarks(letters.normalize('NFKC')) // again, because normalising can produce apostrophes
    .replace(NOT_OF_A_NAME, '')
    .replace(EMOJI_MARKS, '')
    .replace(LOST_MARKS, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

export type HolderNameRefusal = 'holder-name-empty' | 'holder-name-too-long';

export type HolderName =
  /** `isCleaned`: characters were removed, and the payer is told. */
  | { readonly kind: 'read'; readonly name: string; readonly isCleaned: boolean }
  | { readonly kind: HolderNameRefusal };

export function readHolderName(typed: string): HolderName {
  const name = cleanHolderName(typed);
  if (!/\p{L}/u.test(name)) return { kind: 'holder-name-empty' };
  if (Array.from(name).length >= HOLDER_NAME_CHARACTERS_LIMIT) return { kind: 'holder-name-too-long' };
  return { kind: 'read', name, isCleaned: hasSymbols(typed) };
}

/** Whether characters were removed that the payer is told about. An extra space or another form of a letter needs no message. */
function hasSymbols(typed: string): boolean {
  return (
    withPlainMarks(typed)
      .replace(/\p{Cf}/gu, '')
      .search(NOT_OF_A_NAME) !== -1
  );
}
