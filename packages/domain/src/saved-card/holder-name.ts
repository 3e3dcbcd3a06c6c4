import { HOLDER_NAME_CHARACTERS_LIMIT } from '../limits.ts';

const APOSTROPHES = /[\u2018\u2019\u02bc\u0060\u00b4]/gu;
const HYPHENS = /[\u2010-\u2015]/gu;
/** Letters of every script with their marks; people are called Jean-Luc, O'Neil and M. Ali. */
const NOT_OF_A_NAME = /[^\p{L}\p{M}\s'.-]/gu;
/** The half of an emoji that is a mark and stays behind when the emoji is gone. */
const EMOJI_MARKS = /[\p{Me}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;
const LOST_MARKS = /(?<![\p{L}\p{M}])\p{M}+/gu;

function withPlainMarks(typed: string): string {
  return typed.replace(APOSTROPHES, "'").replace(HYPHENS, '-');
}

/** The name as a bank reads it: emoji, symbols, digits and invisible marks are gone, spaces are single. */
export function cleanHolderName(typed: string): string {
  const letters = withPlainMarks(typed).replace(NOT_OF_A_NAME, ''); // first, because some symbols fold into letters
  return withPlainMarks(letters.normalize('NFKC')) // again, because one letter folds into an apostrophe and another
    .replace(NOT_OF_A_NAME, '')
    .replace(EMOJI_MARKS, '')
    .replace(LOST_MARKS, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

export type HolderNameRefusal = 'holder-name-empty' | 'holder-name-too-long';

export type HolderName =
  /** `isCleaned`: something was taken out, and the payer is told so. */
  | { readonly kind: 'read'; readonly name: string; readonly isCleaned: boolean }
  | { readonly kind: HolderNameRefusal };

export function readHolderName(typed: string): HolderName {
  const name = cleanHolderName(typed);
  if (!/\p{L}/u.test(name)) return { kind: 'holder-name-empty' };
  if (Array.from(name).length >= HOLDER_NAME_CHARACTERS_LIMIT) return { kind: 'holder-name-too-long' };
  return { kind: 'read', name, isCleaned: hasSymbols(typed) };
}

/** A space too many, or a letter written in another form, is nothing to speak of. */
function hasSymbols(typed: string): boolean {
  return (
    withPlainMarks(typed)
      .replace(/\p{Cf}/gu, '')
      .search(NOT_OF_A_NAME) !== -1
  );
}
