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

/** Where the law texts promise a person's decision within the operator's working days; the others have no date. */
const IS_DECIDED_IN_TIME = {
  'gems-missing': false,
  'charged-in-vain': false,
  'card-refused': false,
  'ban-or-fine': true,
  'not-authorised': true,
  other: false,
} as const satisfies Record<FeedbackTopic, boolean>;

/** By when a report is to be answered; null where nothing is promised. */
export function reportDueAt(topic: FeedbackTopic | null, sentAt: Date, workingDays: number): Date | null {
  return topic !== null && IS_DECIDED_IN_TIME[topic] ? afterWorkingDays(sentAt, workingDays) : null;
}
