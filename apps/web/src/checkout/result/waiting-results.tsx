import { useEffect, useState } from 'react';
import type { OrderInfo } from '@jawhara/contract';
import { waitingStage, type OrderId } from '@jawhara/domain';
import { word } from '../../words/word.ts';
import { useOnline } from '../../ui/use-online.ts';
import { SLOW_POLL_INTERVAL_MS } from '../machine/purchase/purchase-limits.ts';
import { Ltr } from '../../ui/values.tsx';
import { cardName } from '../parts/card-name.ts';
import { OrderHead, OrderNumberPair, ResultLayout, MoneyLine, NOT_RETURNED } from './result-layout.tsx';
import { useSavedCardOf } from '../../api/use-saved-cards.ts';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { reportAddress } from '../../ui/help/report-address.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { useNow } from '../parts/use-now.ts';

/** A span of time as people say it: seconds, and from a minute on whole minutes. */
function spanText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 60
    ? word('count.seconds', { n: seconds })
    : word('count.minutesOf', { n: Math.floor(seconds / 60) });
}

/** Five seconds beyond the longest pause between two polls. */
const NO_ANSWER_MS = SLOW_POLL_INTERVAL_MS + 5_000;

/** A poll has gone unanswered for long, although there is a network. Once shown, the message stays until the page is left. */
function useSlowAnswers(polls: number): boolean {
  const isOnline = useOnline();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isOnline) return undefined;
    const timer = setTimeout(() => setIsSlow(true), NO_ANSWER_MS);
    return () => clearTimeout(timer);
  }, [polls, isOnline]);
  return isSlow && isOnline;
}

/** The order that is waited for: gems, recipient, amount, card and order number. */
function WaitingOrder({ order }: { order: OrderInfo }) {
  const card = useSavedCardOf(order.orderId);
  return (
    <div className="card" data-testid="waiting-order">
      <div className="row">
        <OrderHead order={order} />
      </div>
      <dl className="pairs">
        <div>
          <dt>{word('receipt.method')}</dt>
          <dd>{card === null ? word('method.card') : <Ltr>{cardName(card)}</Ltr>}</dd>
        </div>
        <OrderNumberPair order={order} />
      </dl>
    </div>
  );
}

const LOOK_AT_CLOCK_EVERY_MS = 10_000;
/** The page polls twice a second while it shows the payment as being checked. */
const LOOK_MS = 500;

export interface PendingResultProps {
  orderId: OrderId;
  order: OrderInfo | null;
  /** How often the page has polled. */
  polls: number;
  /** Null while no other provider may be tried for the same order. */
  onOtherProvider: (() => void) | null;
  onCheck: () => void;
  onClose: () => void;
}

/** The payment is undecided. The page keeps polling and says so, with the order and what happens if the page is closed. */
export function PendingResult(props: PendingResultProps) {
  const { orderId, order, polls, onOtherProvider, onClose } = props;
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const waitedMs = order === null ? 0 : now.getTime() - order.createdAt.getTime();
  const stage = waitingStage({ lookedMs: polls * LOOK_MS, ageMs: waitedMs });
  const isEarly = stage === 'checking';
  const isLong = stage === 'long';
  const isSlow = useSlowAnswers(polls);
  return (
    <ResultLayout
      words={{
        title: isEarly ? word('result.checking.title') : word('result.pending.title'),
        tip: pendingTip(isEarly, isLong, onOtherProvider !== null),
        medal: 'waiting',
      }}
      tone="status"
      name="pending"
      orderId={orderId}
      isNumberShown={order !== null}
      onClose={onClose}
      assurance={<Times isEarly={isEarly} waitedMs={isEarly ? 0 : waitedMs} />}
    >
      {isSlow && order !== null && (
        <Note kind="warn" icon="wifi-off" isLive>
          {word('net.slowAccepted')}
        </Note>
      )}
      {order !== null && <WaitingOrder order={order} />}
      <Note kind="quiet" icon="shield-check">
        {onOtherProvider === null ? word('result.pending.leave') : word('result.elsewhere.safe')}
      </Note>
      {!isEarly && <WhatToDo {...props} isLong={isLong} />}
    </ResultLayout>
  );
}

function pendingTip(isEarly: boolean, isLong: boolean, mayTryOtherProvider: boolean): string {
  if (isEarly) return word('progress.stillChecking');
  if (mayTryOtherProvider) return word('result.pending.tipElsewhere');
  return isLong ? word('result.pending.long') : word('result.pending.tip');
}

function WhatToDo({ orderId, onOtherProvider, onCheck, isLong }: PendingResultProps & { isLong: boolean }) {
  if (onOtherProvider !== null)
    return (
      <Button variant="outline" icon="credit-card" onPress={onOtherProvider} testId="pay-elsewhere">
        {word('result.elsewhere.pay')}
      </Button>
    );
  if (isLong) return <ReportLink orderId={orderId} />;
  return (
    <Button variant="soft" icon="refresh-cw" onPress={onCheck} testId="result-check">
      {word('result.do.check')}
    </Button>
  );
}

/** How long a payment usually takes, where that is measured, and how long this payment has taken so far. */
function Times({ isEarly, waitedMs }: { isEarly: boolean; waitedMs: number }) {
  const config = useSiteConfig();
  const times = config.kind === 'ready' ? config.config.usualTimes : null;
  const usual = (isEarly ? times?.resultSeconds : times?.slowBankSeconds) ?? null;
  return (
    <div className="money-line row wraps justify-center gap-14">
      {usual !== null && (
        <span className="charge quiet" data-testid="usual">
          <Icon name="clock" size="xs" />
          {word('result.usual', { time: spanText(usual * 1_000) })}
        </span>
      )}
      {waitedMs > 0 && (
        <span className="charge quiet">{word('result.pending.since', { time: spanText(waitedMs) })}</span>
      )}
    </div>
  );
}

/** To a report that begins with the order's number. */
export function ReportLink({ orderId }: { orderId: OrderId }) {
  return (
    <a className="button soft" href={reportAddress(orderId)} target="_blank" rel="noreferrer">
      <Icon name="message-circle" size="s" />
      <span>{word('result.report')}</span>
    </a>
  );
}

interface UnsureResultProps {
  onCheck: () => void;
  onClose: () => void;
}

/** Perhaps sent, and no answer. The truth, and what can safely be done: nothing here pays again. */
export function UnsureResult({ onCheck, onClose }: UnsureResultProps) {
  return (
    <ResultLayout
      words={{ title: word('result.unsure.title'), tip: word('result.unsure.tip'), medal: 'late' }}
      tone="alert"
      name="unsure"
      orderId={null}
      onClose={onClose}
      assurance={<MoneyLine money="unknown" returned={NOT_RETURNED} />}
    >
      <Button icon="refresh-cw" onPress={onCheck} testId="result-check">
        {word('result.unsure.check')}
      </Button>
    </ResultLayout>
  );
}

/** A link to an order this device has never placed. */
export function MissingResult({ orderId, onClose }: { orderId: OrderId; onClose: () => void }) {
  return (
    <ResultLayout
      words={{ title: word('result.missing.title'), tip: word('err.orderMissing'), medal: 'missing' }}
      tone="alert"
      name="missing"
      orderId={orderId}
      onClose={onClose}
      closes="understood"
    >
      <ButtonLink href="/?page=orders" icon="history">
        {word('orders.title')}
      </ButtonLink>
      <ReportLink orderId={orderId} />
    </ResultLayout>
  );
}
