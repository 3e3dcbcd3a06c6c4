import type { Brand } from '../brand.ts';
import { normaliseDigits } from '../digits.ts';
import { FEEDBACK_COUNTER_FROM_WORDS, FEEDBACK_WORD_CHARACTERS_MAX, FEEDBACK_WORDS_MAX } from '../limits.ts';
import { hasCardNumber } from '../saved-card/card-number-like.ts';
import type { FeedbackTopic } from './report.ts';

/** A visitor's contact: an e-mail address, or a telephone number for WhatsApp. */
export type FeedbackContact = Brand<string, 'FeedbackContact'>;

export type ContactReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly contact: FeedbackContact }
  | { readonly kind: 'contact-unreadable' };

const EMAIL_CHARACTERS_MAX = 254;
const EMAIL = /^[^\s@<>()"',;:\\[\]]+@[^\s@<>()"',;:\\[\]/.]+(?:\.[^\s@<>()"',;:\\[\]/.]+)+$/u;
/** No country's number has more than 15 digits; fewer than 7 cannot be called from abroad. */
const TELEPHONE = /^\+?\d{7,15}$/;

/** Parses typed or pasted text with the digits of any script. An empty contact is valid. */
export function readContact(typed: string): ContactReading {
  // Numbers copied from a telephone contain invisible direction marks: they are removed with foreign digits.
  const text = normaliseDigits(typed).trim();
  if (text === '') return { kind: 'none' };
  if (text.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(text)) {
    return { kind: 'read', contact: text as FeedbackContact };
  }
  const number = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return TELEPHONE.test(number)
    ? { kind: 'read', contact: number as FeedbackContact }
    : { kind: 'contact-unreadable' };
}

export type FeedbackTextRefusal = 'feedback-empty' | 'feedback-too-long';

export type FeedbackText =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: FeedbackTextRefusal };

/**
 * The number of words. A run of letters longer than any word counts as several, so that a page without spaces is not one
 * word.
 */
export function countWords(text: string): number {
  return text
    .split(/\s/u)
    .reduce((words, word) => words + Math.ceil(word.length / FEEDBACK_WORD_CHARACTERS_MAX), 0);
}

/** A payer's text without control characters other than line breaks and tabs. */
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

export type ReportFault = 'topic-missing' | FeedbackTextRefusal | 'card-number' | 'contact-unreadable';

/** A report as typed in the form. */
export interface TypedReport {
  readonly topic: FeedbackTopic | null;
  readonly content: string;
  readonly contact: string;
}

function textFault(content: string): ReportFault | null {
  // A text with a card number must not leave the browser, not even to be refused.
  if (hasCardNumber(content)) return 'card-number';
  const text = readFeedbackText(content);
  return text.kind === 'read' ? null : text.kind;
}

/** Faults that prevent sending, in the order of the form. */
export function reportFaults({ topic, content, contact }: TypedReport): readonly ReportFault[] {
  const faults: (ReportFault | null)[] = [
    topic === null ? 'topic-missing' : null,
    textFault(content),
    readContact(contact).kind === 'contact-unreadable' ? 'contact-unreadable' : null,
  ];
  return faults.filter((fault) => fault !== null);
}

/** The number of words to show under the field; null while the text is far from the limit. */
export function wordsToCount(content: string): number | null {
  const words = countWords(content);
  return words >= FEEDBACK_COUNTER_FROM_WORDS ? words : null;
}
