import { dayAfter, type ReportZone, type SettlementDay } from './report-zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Clocks differ and a capture takes its time: so near to midnight a payment may stand in either day's report. */
export const NEAR_MIDNIGHT_MS = 2 * HOUR_MS;
/** Payouts may be made once a week: so far back a batch is asked about what it should have. */
const BATCH_LOOKS_BACK_MS = 7 * DAY_MS;

export type SettlementHabit =
  /** A report for every day, with all that was captured on it. */
  | { readonly cut: 'daily' }
  /** A report for every payout. A captured payment is in one of them after so many days. */
  | { readonly cut: 'batch'; readonly settlesWithinDays: number };

type Span = { readonly from: Date; readonly to: Date };

const moved = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Payments that we heard of in this time must stand in a report by now. The spans of two days that follow touch. */
export function answeredFor(day: SettlementDay, zone: ReportZone, habit: SettlementHabit): Span {
  const span = zone.daySpan(day);
  if (habit.cut === 'daily')
    return { from: moved(span.from, -NEAR_MIDNIGHT_MS), to: moved(span.to, -NEAR_MIDNIGHT_MS) };
  const to = moved(span.to, -habit.settlesWithinDays * DAY_MS);
  return { from: moved(to, -BATCH_LOOKS_BACK_MS), to };
}

/**
 * The days whose reports may have a payment: it was captured after it was sent and before we heard of it. Until all of them
 * have been read, nobody can call it missing.
 */
export function daysItMayStandIn(
  { createdAt, paidAt }: { readonly createdAt: Date; readonly paidAt: Date },
  zone: ReportZone,
): SettlementDay[] {
  const last = zone.dayOf(moved(paidAt, NEAR_MIDNIGHT_MS));
  const days: SettlementDay[] = [];
  for (let day = zone.dayOf(moved(createdAt, -NEAR_MIDNIGHT_MS)); day <= last; day = dayAfter(day))
    days.push(day);
  return days;
}
