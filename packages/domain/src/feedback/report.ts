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

/** open: not answered yet. answered: an operator has replied. closed: an operator has closed it without a reply. */
export const REPORT_STATES = ['open', 'answered', 'closed'] as const;

export type ReportState = (typeof REPORT_STATES)[number];

/** "FB-7F3K-20481": the report's number, for payers and support. */
export function reportNumber(id: ReportId): string {
  return `FB-${spokenNumber(id)}`;
}

/** Parses a report number as it was read out or mistyped; null if the text is none. */
export function readReportNumber(typed: string): string | null {
  const text = normaliseDigits(typed).trim();
  // The number itself may begin with the prefix's letters, so text without the prefix must be complete.
  const bits = readSpokenNumber(text.replace(/^fb/i, '')) ?? readSpokenNumber(text);
  return bits === null ? null : `FB-${spokenBits(BigInt(bits))}`;
}

const DAY_MS = 24 * 3_600_000;
/** The shop's time zone, as for card dates. */
const ZONE_MS = 3 * 3_600_000;
const FRIDAY = 5;
const SATURDAY = 6;

function isWorkingDay(at: Date): boolean {
  const day = new Date(at.getTime() + ZONE_MS).getUTCDay();
  return day !== FRIDAY && day !== SATURDAY;
}

/** The same time of day, this many working days later. */
function afterWorkingDays(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0;) {
    at = new Date(at.getTime() + DAY_MS);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** Topics for which the legal texts promise a decision within the operator's working days; others have no date. */
const IS_DECIDED_IN_TIME = {
  'gems-missing': false,
  'charged-in-vain': false,
  'card-refused': false,
  'ban-or-fine': true,
  'not-authorised': true,
  other: false,
} as const satisfies Record<FeedbackTopic, boolean>;

/** When the promised answer to a report is due; null if nothing is promised for its topic. */
export function reportDueAt(topic: FeedbackTopic | null, sentAt: Date, workingDays: number): Date | null {
  return topic !== null && IS_DECIDED_IN_TIME[topic] ? afterWorkingDays(sentAt, workingDays) : null;
}
