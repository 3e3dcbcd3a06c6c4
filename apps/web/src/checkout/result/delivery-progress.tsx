import { useState, type CSSProperties, type ReactNode } from 'react';
import { GEMS_ARE_LATE_AFTER_MS, orderNumber, type OrderId } from '@jawhara/domain';
import { wishRefund } from '@jawhara/contract';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { formatClockOrDate, formatClock, formatDate } from '../../ui/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Ltr } from '../../ui/values.tsx';
import { Note } from '../../ui/note.tsx';
import { ReportLink } from '../parts/report-link.tsx';
import { withPart } from '../parts/order-head.tsx';

export type TrackerNodeState = 'done' | 'now' | 'later';

interface TrackerNode {
  label: string;
  state: TrackerNodeState;
  /** Shown while the node is not done; a done node shows a tick. */
  icon: IconName;
  /** A time, or a word such as "in progress". */
  detail?: ReactNode;
}

const BETWEEN_FIRST_AND_LAST_PERCENT = 66.8;

/**
 * The nodes in the direction of reading. A green node was confirmed by the server: the caller must never set `done` by a timer.
 */
export function Tracker({ nodes }: { nodes: readonly TrackerNode[] }) {
  const done = nodes.filter((node) => node.state === 'done').length;
  const reached = Math.min(
    Math.max(done - 1, 0) + (nodes.some((node) => node.state === 'now') ? 1 : 0),
    nodes.length - 1,
  );
  const progress = (reached / Math.max(nodes.length - 1, 1)) * BETWEEN_FIRST_AND_LAST_PERCENT;
  return (
    <ol className="tracker" style={{ '--progress': `${progress}%` } as CSSProperties}>
      {nodes.map((node) => (
        <li
          key={node.label}
          className={classes('tracker-node', node.state !== 'later' && node.state)}
          aria-current={node.state === 'now' ? 'step' : undefined}
          data-state={node.state}
        >
          <span className="dot">
            <Icon name={node.state === 'done' ? 'check' : node.icon} size="s" />
          </span>
          {node.label}
          {node.detail !== undefined && <span className="micro hint">{node.detail}</span>}
        </li>
      ))}
    </ol>
  );
}

interface Arrival {
  readonly nodes: readonly TrackerNode[];
  readonly isLate: boolean;
  /** So late that the payer may request a refund instead. */
  readonly isOverdue: boolean;
}

/** Progress of the gems. The last node is done only when the server says so, never by a clock. */
export function arrivalOf(facts: {
  readonly orderedAt: Date | null;
  readonly creditedAt: Date | null;
  /** The delivery time promised by the operator, computed by the server. */
  readonly dueAt: Date | null;
  readonly now: Date;
}): Arrival {
  const { orderedAt, creditedAt, dueAt, now } = facts;
  const hasArrived = creditedAt !== null;
  const waitedMs = orderedAt === null ? 0 : now.getTime() - orderedAt.getTime();
  // The payment counts as made when it was ordered. If the bank clearly took long, this time would be wrong, so none is
  // shown.
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
            // Late gems are not announced as arriving within minutes.
            ...(isLate ? {} : { detail: word('result.track.soon') }),
          },
    ],
  };
}

/** Progress towards the end of the ban. The last node is done only when the account is a normal one again. */
export function unbanOf(facts: {
  readonly orderedAt: Date | null;
  readonly creditedAt: Date | null;
  readonly isBack: boolean;
  readonly now: Date;
}): Pick<Arrival, 'nodes' | 'isLate'> {
  const { orderedAt, creditedAt, isBack, now } = facts;
  const waitedMs = orderedAt === null ? 0 : now.getTime() - orderedAt.getTime();
  // The payment counts as made when it was ordered. If the bank clearly took long, this time would be wrong, so none is
  // shown.
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

interface LateGemsProps {
  orderId: OrderId;
  isOverdue: boolean;
  /** When the payer requested a refund, as the server reported when the page was loaded. */
  wishedAt: Date | null;
}

type Choice =
  | { readonly kind: 'open' | 'wait' | 'asking' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'wished'; readonly at: Date };

async function askForMoney(orderId: OrderId): Promise<Choice> {
  const answer = await call(wishRefund, { orderId });
  if (answer.kind === 'ok') return { kind: 'wished', at: answer.value.wishedAt };
  const sentence = answer.kind === 'refused' ? answer.message : word('result.track.wishFailed');
  return { kind: 'failed', sentence };
}

/**
 * Shown if the order is paid and the gems are missing: we are working on it. Once they are overdue, offers a refund
 * instead.
 */
export function LateGems({ orderId, isOverdue, wishedAt }: LateGemsProps) {
  const [chosen, setChosen] = useState<Choice>({ kind: 'open' });
  const choice: Choice = wishedAt === null ? chosen : { kind: 'wished', at: wishedAt };
  async function ask(): Promise<void> {
    setChosen({ kind: 'asking' });
    setChosen(await askForMoney(orderId));
  }
  if (choice.kind === 'wished') return <Wished orderId={orderId} at={choice.at} />;
  if (isOverdue && choice.kind !== 'wait')
    return <Overdue choice={choice} onRefund={() => void ask()} onWait={() => setChosen({ kind: 'wait' })} />;
  return (
    <>
      <Note kind="warn" icon="clock" isLive>
        {withPart(<Ltr>{orderNumber(orderId)}</Ltr>, (order) => word('result.track.late', { order }))}
      </Note>
      <ReportLink orderId={orderId} />
    </>
  );
}

interface OverdueProps {
  choice: Choice;
  onRefund: () => void;
  onWait: () => void;
}

function Overdue({ choice, onRefund, onWait }: OverdueProps) {
  return (
    <>
      <Note kind="warn" icon="clock" isLive>
        {word('result.track.overdue')}
      </Note>
      {choice.kind === 'failed' && <Note kind="error">{choice.sentence}</Note>}
      <div className="col gap-14">
        <Button
          variant="soft"
          icon="rotate-ccw"
          busy={choice.kind === 'asking'}
          onPress={onRefund}
          testId="wish-refund"
        >
          {word('result.track.refund')}
        </Button>
        <Button variant="outline" onPress={onWait} testId="wait-for-gems">
          {word('result.track.wait')}
        </Button>
      </div>
    </>
  );
}

/** A person makes the refund. A payer who wants to add something writes a report about the order. */
function Wished({ orderId, at }: { orderId: OrderId; at: Date }) {
  return (
    <>
      <Note icon="rotate-ccw" isLive>
        {word('result.track.wished', { date: isolatedLtr(formatDate(at)) })}
      </Note>
      <ReportLink orderId={orderId} />
    </>
  );
}
