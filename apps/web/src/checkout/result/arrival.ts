import { GEMS_ARE_LATE_AFTER_MS } from '@jawhara/domain';
import { formatClockOrDate } from '../../words/format-time.ts';
import type { TrackerNode } from '../../ui/tracker.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

export interface Arrival {
  readonly nodes: readonly TrackerNode[];
  readonly isLate: boolean;
  /** So late that the payer may have the money back instead. */
  readonly isOverdue: boolean;
}

/** Where the gems are. The last node is done only by the server's word, never by a clock. */
export function arrivalOf(facts: {
  readonly orderedAt: Date | null;
  readonly creditedAt: Date | null;
  /** What the operator has promised, as the server counts it. */
  readonly dueAt: Date | null;
  readonly now: Date;
}): Arrival {
  const { orderedAt, creditedAt, dueAt, now } = facts;
  const hasArrived = creditedAt !== null;
  const waitedMs = orderedAt === null ? 0 : now.getTime() - orderedAt.getTime();
  // Paid when it was ordered, unless the bank plainly took its time: then no time is better than a wrong one.
  const wasSlow = hasArrived && creditedAt.getTime() - (orderedAt?.getTime() ?? 0) >= GEMS_ARE_LATE_AFTER_MS;
  const isLate = !hasArrived && waitedMs >= GEMS_ARE_LATE_AFTER_MS;
  return {
    isLate,
    isOverdue: !hasArrived && dueAt !== null && now >= dueAt,
    nodes: [
      {
        label: word('result.track.paid'),
        state: 'done',
        icon: 'check',
        ...(orderedAt === null || wasSlow ? {} : { detail: isolatedLtr(formatClockOrDate(orderedAt, now)) }),
      },
      hasArrived
        ? { label: word('result.track.added'), state: 'done', icon: 'hourglass' }
        : {
            label: word('result.track.adding'),
            state: 'now',
            icon: 'hourglass',
            detail: word('result.track.inProgress'),
          },
      hasArrived
        ? {
            label: word('result.track.arrived'),
            state: 'done',
            icon: 'gem',
            detail: isolatedLtr(formatClockOrDate(creditedAt, now)),
          }
        : {
            label: word('result.track.arrived'),
            state: 'later',
            icon: 'gem',
            // What is late is not said to come within minutes.
            ...(isLate ? {} : { detail: word('result.track.soon') }),
          },
    ],
  };
}
