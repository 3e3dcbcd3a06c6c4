/** A nickname goes to an address that somebody else typed, so it must not be able to say anything of its own. */
const NAME_CHARS_MAX = 40;

/** Line breaks, other controls, signs that turn or hide text, and letters that are none. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu;
/** Between these a mail program sees the parts of an address and makes a link of them. */
const LINKING = /[.:/@\\]/gu;
const WORD_JOINER = '\u2060';
/** Marks stacked on one letter cover the lines around them. */
const MARKS = /(\p{M}{2})\p{M}+/gu;

/** A single line, cut after forty characters, without anything that a mail program turns into a link or that turns the line around. */
export function plainName(nickname: string): string {
  const seen = nickname.replace(UNSEEN, ' ').replace(MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = [...seen];
  const short =
    characters.length > NAME_CHARS_MAX ? `${characters.slice(0, NAME_CHARS_MAX).join('').trimEnd()}…` : seen;
  return short.replace(LINKING, (sign) => `${WORD_JOINER}${sign}${WORD_JOINER}`) || '—';
}
