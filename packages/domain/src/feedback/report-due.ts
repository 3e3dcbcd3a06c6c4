import { OBJECTION_DUE_WORKING_DAYS } from '../limits.ts';
import type { FeedbackTopic } from './report.ts';

const DAY_MS = 24 * 3_600_000;
/** The shop's own clock, as for card dates. */
const ZONE_MS = 3 * 3_600_000;
const FRIDAY = 5;
const SATURDAY = 6;

function isWorkingDay(at: Date): boolean {
  const day = new Date(at.getTime() + ZONE_MS).getUTCDay();
  return day !== FRIDAY && day !== SATURDAY;
}

/** The same hour so many working days later. */
function afterWorkingDays(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0;) {
    at = new Date(at.getTime() + DAY_MS);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** How long a person may take to decide, where the law texts promise it; the others have no date. */
const DUE_AFTER_WORKING_DAYS = {
  'gems-missing': null,
  'charged-in-vain': null,
  'card-refused': null,
  'ban-or-fine': OBJECTION_DUE_WORKING_DAYS,
  'not-authorised': OBJECTION_DUE_WORKING_DAYS,
  other: null,
} as const satisfies Record<FeedbackTopic, number | null>;

/** By when a report is to be answered; null where nothing is promised. */
export function reportDueAt(topic: FeedbackTopic | null, sentAt: Date): Date | null {
  const days = topic === null ? null : DUE_AFTER_WORKING_DAYS[topic];
  return days === null ? null : afterWorkingDays(sentAt, days);
}
