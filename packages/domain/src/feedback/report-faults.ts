import { hasCardNumber } from '../saved-card/card-number-like.ts';
import { FEEDBACK_COUNTER_FROM_WORDS } from '../limits.ts';
import { readContact } from './contact.ts';
import { countWords, readFeedbackText, type FeedbackTextRefusal } from './feedback-text.ts';
import type { FeedbackTopic } from './report.ts';

export type ReportFault = 'topic-missing' | FeedbackTextRefusal | 'card-number' | 'contact-unreadable';

/** A report as it stands in the form. */
export interface TypedReport {
  readonly topic: FeedbackTopic | null;
  readonly content: string;
  readonly contact: string;
}

function textFault(content: string): ReportFault | null {
  // A card number leaves no device by this way, not even to be refused.
  if (hasCardNumber(content)) return 'card-number';
  const text = readFeedbackText(content);
  return text.kind === 'read' ? null : text.kind;
}

/** Faults that keep a report from being sent, in the order of the form. */
export function reportFaults({ topic, content, contact }: TypedReport): readonly ReportFault[] {
  const faults: (ReportFault | null)[] = [
    topic === null ? 'topic-missing' : null,
    textFault(content),
    readContact(contact).kind === 'contact-unreadable' ? 'contact-unreadable' : null,
  ];
  return faults.filter((fault) => fault !== null);
}

/** How many words, once they come near the limit; before that nobody needs to count. */
export function wordsToCount(content: string): number | null {
  const words = countWords(content);
  return words >= FEEDBACK_COUNTER_FROM_WORDS ? words : null;
}
