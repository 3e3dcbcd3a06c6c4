import { FEEDBACK_WORD_CHARACTERS_MAX, FEEDBACK_WORDS_MAX } from '../limits.ts';

export type FeedbackTextRefusal = 'feedback-empty' | 'feedback-too-long';

export type FeedbackText =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: FeedbackTextRefusal };

/** Words as a payer counts them. A run of letters longer than any word counts as several, or a page without spaces would be one word. */
export function countWords(text: string): number {
  return text
    .split(/\s/u)
    .reduce((words, word) => words + Math.ceil(word.length / FEEDBACK_WORD_CHARACTERS_MAX), 0);
}

/** A payer's text, without what cannot be seen or stored: control characters other than line breaks and tabs. */
export function readFeedbackText(typed: string): FeedbackText {
  const text = typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const words = countWords(text);
  if (words === 0) return { kind: 'feedback-empty' };
  if (words > FEEDBACK_WORDS_MAX) return { kind: 'feedback-too-long' };
  return { kind: 'read', text };
}
