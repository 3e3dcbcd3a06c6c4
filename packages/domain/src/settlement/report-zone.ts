import type { Brand } from '../brand.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Offsets are cached for this long: no time zone changes its offset twice within it. */
const QUARTER_MS = 15 * MINUTE_MS;

/** "2026-11-14": a day in the provider's time zone. */
export type SettlementDay = Brand<string, 'SettlementDay'>;

export function readSettlementDay(text: string): SettlementDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? (text as SettlementDay) : null;
}

export function dayAfter(day: SettlementDay, days = 1): SettlementDay {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
  return at.toISOString().slice(0, 10) as SettlementDay;
}

/** Time zones that reports abbreviate by letters, each with a fixed offset in minutes. */
const LETTERS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  BST: 60,
  WEST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SGT: 480,
  HKT: 480,
  JST: 540,
  AEST: 600,
  AEDT: 660,
  BRT: -180,
  EDT: -240,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
};

/** Converts a report's local times into moments, and moments into days of its zone. */
export interface ReportZone {
  readonly name: string;
  /** `localMs`: the local time, counted as if it were UTC. */
  toMoment(localMs: number): Date;
  dayOf(moment: Date): SettlementDay;
  /** From the start of the day to the start of the next. */
  daySpan(day: SettlementDay): { readonly from: Date; readonly to: Date };
}

function zoneOf(name: string, offsetAt: (momentMs: number) => number): ReportZone {
  /** Looks the offset up twice, because the first result may use the offset before or after a change of clocks. */
  const momentOf = (localMs: number): number => localMs - offsetAt(localMs - offsetAt(localMs));
  const startOf = (day: SettlementDay): Date => new Date(momentOf(Date.parse(`${day}T00:00:00Z`)));
  return {
    name,
    toMoment: (localMs) => new Date(momentOf(localMs)),
    dayOf: (moment) =>
      new Date(moment.getTime() + offsetAt(moment.getTime())).toISOString().slice(0, 10) as SettlementDay,
    daySpan: (day) => ({ from: startOf(day), to: startOf(dayAfter(day)) }),
  };
}

function namedOffset(zone: string): (momentMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const known = new Map<number, number>();
  return (momentMs) => {
    const quarter = Math.floor(momentMs / QUARTER_MS) * QUARTER_MS;
    const before = known.get(quarter);
    if (before !== undefined) return before;
    const parts = Object.fromEntries(
      format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter;
    known.set(quarter, offset);
    return offset;
  };
}

/** "UTC", "CEST", "+08:00", "Asia/Riyadh"; null if it is no time zone. */
export function readReportZone(text: string): ReportZone | null {
  const name = text.trim();
  const letters = LETTERS[name.toUpperCase()];
  if (letters !== undefined) return zoneOf(name.toUpperCase(), () => letters * MINUTE_MS);
  const distance = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name);
  if (distance && Number(distance[2]) <= 14) {
    const ms = Number(distance[2]) * HOUR_MS + Number(distance[3] ?? 0) * MINUTE_MS;
    return zoneOf(name, () => (distance[1] === '-' ? -ms : ms));
  }
  // Intl would also accept offsets that no zone has.
  if (!name.includes('/')) return null;
  try {
    return zoneOf(name, namedOffset(name));
  } catch {
    return null;
  }
}

export const UTC = zoneOf('UTC', () => 0);

/**
 * "2026-11-14T09:12:03.844", "2026-11-14 10:12:03", "2026/2/1 0:31:00.0": a local time as milliseconds. With a zone in the
 * text it is a moment, which is returned as such.
 */
export function readReportTime(text: string, zone: ReportZone): Date | null {
  const match =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?$/.exec(
      text.trim(),
    );
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const ms = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second, ms);
  const back = new Date(local);
  // A day that its month does not have would become one of another month.
  if (back.getUTCMonth() + 1 !== month || back.getUTCHours() !== hour) return null;
  const own = match[8] === undefined ? zone : readReportZone(match[8]);
  return own === null ? null : own.toMoment(local);
}

/** Clocks differ and captures take time: this close to midnight a payment may be in either day's report. */
export const NEAR_MIDNIGHT_MS = 2 * HOUR_MS;
/** Payouts may be made once a week: a batch is expected to have payments of this long before. */
const BATCH_LOOKS_BACK_MS = 7 * DAY_MS;

export type SettlementHabit =
  /** A report per day, with everything captured on that day. */
  | { readonly cut: 'daily' }
  /** A report per payout. A captured payment is in one of them after so many days. */
  | { readonly cut: 'batch'; readonly settlesWithinDays: number };

type Span = { readonly from: Date; readonly to: Date };

const moved = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/**
 * The time span whose payments must be in a report by now. Spans of consecutive days adjoin for daily reports and overlap for
 * payouts.
 */
export function answeredFor(day: SettlementDay, zone: ReportZone, habit: SettlementHabit): Span {
  const span = zone.daySpan(day);
  if (habit.cut === 'daily')
    return { from: moved(span.from, -NEAR_MIDNIGHT_MS), to: moved(span.to, -NEAR_MIDNIGHT_MS) };
  const to = moved(span.to, -habit.settlesWithinDays * DAY_MS);
  return { from: moved(to, -BATCH_LOOKS_BACK_MS), to };
}

/**
 * The days whose reports may contain a payment: from when it was sent until it was reported to us. The payment counts as missing
 * only once all of these reports have been read.
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
