/**
 * Attempts that test stolen cards are many, and few succeed. Attempts that were declined or are still open are *unproven*:
 * counting open ones makes a thousand attempts at once as visible as a thousand in a row.
 */

/** Subjects that attempts are counted by. */
export type AttemptSubject = 'device' | 'address' | 'site' | 'recipient';

export interface AttemptCounts {
  readonly attempts: number;
  readonly unproven: number;
}

/** The earlier attempts of one subject, without the current one. */
export interface SubjectHistory {
  readonly lastHour: AttemptCounts;
  readonly lastDay: AttemptCounts;
  /** Time since the latest attempt; null if there was none. */
  readonly idleMs: number | null;
}

export interface AttemptEvidence {
  /** Only subjects by which the attempt is counted: an IPv4 address has no `site`. */
  readonly subjects: Readonly<Partial<Record<AttemptSubject, SubjectHistory>>>;
  /** The device has paid lately, so strangers behind the same address do not affect it. */
  readonly isProvenDevice: boolean;
  /** Many cards of this prefix were declined lately, by any payer: unknown devices get half of every limit. */
  readonly isPrefixUnderAttack: boolean;
}

export type AttemptVerdict =
  | { readonly kind: 'allow' }
  /** The attempt came too fast: typing a card takes longer than the time since the last attempt. */
  | { readonly kind: 'slow'; readonly waitMs: number }
  | { readonly kind: 'stop'; readonly subject: AttemptSubject };

interface ShieldRow {
  readonly unprovenPerHourMax: number;
  readonly unprovenPerDayMax: number;
  /**
   * The subject is stopped only if at least this share of its attempts is unproven, because at a shared address others pay
   * successfully.
   */
  readonly unprovenShareMin: number;
  /**
   * The successful payments of a day allow at most this many more unproven attempts: where people pay, declines are no attack.
   */
  readonly earnedMax: number;
}

export const SHIELD_ROWS = {
  // A device is one person's, so shares mean nothing. Eight failures in an hour are more than a payer makes.
  device: { unprovenPerHourMax: 8, unprovenPerDayMax: 24, unprovenShareMin: 0, earnedMax: 0 },
  address: { unprovenPerHourMax: 10, unprovenPerDayMax: 40, unprovenShareMin: 0.8, earnedMax: 20 },
  // The network around an IPv6 address, which belongs to one customer or to a mobile carrier.
  site: { unprovenPerHourMax: 200, unprovenPerDayMax: 800, unprovenShareMin: 0.8, earnedMax: 400 },
  recipient: { unprovenPerHourMax: 15, unprovenPerDayMax: 60, unprovenShareMin: 0.8, earnedMax: 20 },
} as const satisfies Record<AttemptSubject, ShieldRow>;

/** This many successful payments of the last day allow one more unproven attempt. */
export const PAID_PER_EARNED = 4;

export const SLOW_AFTER_UNPROVEN = 4;
export const SLOW_WAIT_MS = 10_000;

/** Declines of a card prefix within an hour, over all payers, from which it counts as under attack. */
export const PREFIX_DECLINES_PER_HOUR_MAX = 30;

const ALLOW: AttemptVerdict = { kind: 'allow' };

function isSpent({ attempts, unproven }: AttemptCounts, most: number, shareMin: number): boolean {
  return unproven >= most && unproven >= shareMin * attempts;
}

export function judgeAttempt(evidence: AttemptEvidence, factor = 1): AttemptVerdict {
  const scale = evidence.isPrefixUnderAttack && !evidence.isProvenDevice ? factor / 2 : factor;
  for (const subject of Object.keys(SHIELD_ROWS) as AttemptSubject[]) {
    if (evidence.isProvenDevice && subject !== 'device') continue;
    const row = SHIELD_ROWS[subject];
    const history = evidence.subjects[subject];
    if (history === undefined) continue;
    const { lastHour, lastDay } = history;
    const earned = Math.min(row.earnedMax, (lastDay.attempts - lastDay.unproven) / PAID_PER_EARNED);
    if (
      isSpent(lastHour, (row.unprovenPerHourMax + earned) * scale, row.unprovenShareMin) ||
      isSpent(lastDay, (row.unprovenPerDayMax + earned) * scale, row.unprovenShareMin)
    ) {
      return { kind: 'stop', subject };
    }
  }
  const { device } = evidence.subjects;
  if (device === undefined || device.lastHour.unproven < SLOW_AFTER_UNPROVEN * scale) return ALLOW;
  const { idleMs } = device;
  return idleMs !== null && idleMs < SLOW_WAIT_MS ? { kind: 'slow', waitMs: SLOW_WAIT_MS - idleMs } : ALLOW;
}
