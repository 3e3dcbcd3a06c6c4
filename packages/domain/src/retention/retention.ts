/**
 * Data about people that a job deletes some months after its last use. Telemetry, logins, mail addresses, transfer codes and
 * files without a report are deleted after days or minutes by jobs of their own; docs/operations/retention.md lists every
 * promise.
 */
export const RETAINED = ['saved-cards', 'recipients', 'reports', 'proofs'] as const;

export type Retained = (typeof RETAINED)[number];

/** How long each is kept, in months of the calendar. */
export type RetentionMonths = Readonly<Record<Retained, number>>;

/** Default months. The legal texts name the operator's own numbers, which may be smaller or larger. */
export const RETENTION_MONTHS = {
  // Since the card was used last.
  'saved-cards': 12,
  // Since the recipient was recharged last.
  recipients: 12,
  // Since the report was answered or closed; an open one is kept.
  reports: 24,
  // Since the document was uploaded.
  proofs: 6,
} as const satisfies RetentionMonths;

/** The shortest time that an operator may set: a typing error must not empty a table. */
export const RETENTION_MONTHS_MIN = 1;
export const RETENTION_MONTHS_MAX = 120;

const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Data that was used last before this time is to be deleted. Where the month has no such day, its last day counts. */
export function retainedSince(months: number, now: Date): Date {
  const since = new Date(now);
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  since.setUTCFullYear(year, month, Math.min(now.getUTCDate(), lastDayOf(year, month)));
  return since;
}
