import type { Brand } from '../brand.ts';
import { spokenNumber } from '../spoken-number.ts';

export type ReportId = Brand<string, 'ReportId'>;

/** What a report is about, as the form offers it. */
export const FEEDBACK_TOPICS = ['gems-missing', 'charged-in-vain', 'card-refused', 'other'] as const;

export type FeedbackTopic = (typeof FEEDBACK_TOPICS)[number];

/** "FB-7F3K-20481": the report's name between payer and support. */
export function reportNumber(id: ReportId): string {
  return `FB-${spokenNumber(id)}`;
}
