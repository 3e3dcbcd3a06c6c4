import { GEMS_ARE_LATE_AFTER_MS } from '@jawhara/domain';
import { formatClock } from '../../words/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { Arrival } from './arrival.ts';

/** How far the end of the ban is. The last node is done only when the account is a normal one again. */
export function unbanOf(facts: {
  readonly orderedAt: Date | null;
  readonly creditedAt: Date | null;
  readonly isBack: boolean;
  readonly now: Date;
}): Pick<Arrival, 'nodes' | 'isLate'> {
  const { orderedAt, creditedAt, isBack, now } = facts;
  const waitedMs = orderedAt === null ? 0 : now.getTime() - orderedAt.getTime();
  // Paid when it was ordered, unless the bank plainly took its time: then no time is better than a wrong one.
  const wasSlow =
    creditedAt !== null && creditedAt.getTime() - (orderedAt?.getTime() ?? 0) >= GEMS_ARE_LATE_AFTER_MS;
  return {
    isLate: !isBack && waitedMs >= GEMS_ARE_LATE_AFTER_MS,
    nodes: [
      {
        label: word('result.track.paid'),
        state: 'done',
        icon: 'check',
        ...(orderedAt === null || wasSlow ? {} : { detail: isolatedLtr(formatClock(orderedAt)) }),
      },
      {
        label: word('result.track.unban'),
        state: isBack ? 'done' : 'now',
        icon: 'lock-open',
        ...(isBack ? {} : { detail: word('result.track.inProgress') }),
      },
      {
        label: word('result.track.unbanned'),
        state: isBack ? 'done' : 'later',
        icon: 'smartphone',
        ...(isBack && creditedAt !== null ? { detail: isolatedLtr(formatClock(creditedAt)) } : {}),
      },
    ],
  };
}
