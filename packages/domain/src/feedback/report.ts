import type { Brand } from '../brand.ts';
import { normaliseDigits } from '../digits.ts';
import { readSpokenNumber, spokenBits, spokenNumber } from '../spoken-number.ts';

export type ReportId = Brand<string, 'ReportId'>;

/** The topic of a report, as the form offers it. */
export const FEEDBACK_TOPICS = [
  'gems-missing',
  'charged-in-vain',
  'card-refused',
  'ban-or-fine',
  'not-authorised',
  'other',
] as const;

export type FeedbackTopic = (typeof FEEDBACK_TOPICS)[number];

export function isFeedbackTopic(text: string): text is FeedbackTopic {
  return (FEEDBACK_TOPICS as readonly string[]).includes(text);
}

/** Open until a person has answered; closed without an answer. */
export const REPORT_STATES = ['open', 'answered', 'closed'] as const;

export type ReportState = (typeof REPORT_STATES)[number];

/** "FB-7F3K-20481": the report's name between payer and support. */
export function reportNumber(id: ReportId): string {
  return `FB-${spokenNumber(id)}`;
}

/** As it is read out and mistyped; null when it is none. */
export function readReportNumber(typed: string): string | null {
  const text = normaliseDigits(typed).trim();
  // Its own characters may begin with the same two letters: without them in front they are all there is.
  const bits = readSpokenNumber(text.replace(/^fb/i, '')) ?? readSpokenNumber(text);
  return bits === null ? null : `FB-${spokenBits(BigInt(bits))}`;
}
