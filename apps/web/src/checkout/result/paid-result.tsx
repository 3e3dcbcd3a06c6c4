import { type OrderId, usdText } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import type { CardPaidWith, OrderInfo } from '@jawhara/contract';
import { storedLastOrderId, storedSeenPaid } from '../../browser/storage/purchase.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { Tracker } from '../../ui/tracker.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { cardName } from '../parts/card-name.ts';
import { arrivalOf, LateGems } from './delivery-progress.tsx';
import { paidTitle } from './paid-title.ts';
import { Receipt } from './receipt.tsx';
import { RememberCardStrip } from './remember-card-strip.tsx';
import { type ResultActions, ResultLayout, type ResultWords, withName } from './result-layout.tsx';
import { useAfterPaid } from './use-after-paid.ts';
import { useNow } from '../parts/use-now.ts';

/** The order this device has just placed is seen paid for the first time: not after a reload, and not among older orders. */
function useFirstSight(orderId: OrderId): boolean {
  const [isFirst] = useState(() => storedLastOrderId.read() === orderId && storedSeenPaid.read() !== orderId);
  useEffect(() => storedSeenPaid.write(orderId), [orderId]);
  return isFirst;
}

const LOOK_AT_CLOCK_EVERY_MS = 10_000;

export interface PaidResultProps {
  orderId: OrderId;
  order: OrderInfo | null;
  creditedAt: Date | null;
  actions: ResultActions;
}

function paidWords(
  order: OrderInfo | null,
  hasArrived: boolean,
  paidWith: CardPaidWith | null,
  isNew: boolean,
  isLate: boolean,
): ResultWords {
  const paidLine =
    hasArrived && order !== null && paidWith !== null
      ? word('result.success.paidLine', {
          amount: isolatedLtr(usdText(order.priceUsdCents)),
          card: isolatedLtr(cardName(paidWith)),
        })
      : null;
  return {
    title: paidTitle(order, hasArrived),
    heading: withName(order?.recipient.nickname ?? '', (name) => paidTitle(order, hasArrived, name)),
    tip: paidLine ?? (hasArrived || isLate ? word('result.success.title') : word('result.success.tip')),
    medal: hasArrived ? 'success' : 'arriving',
    isNew,
  };
}

/** The money came; the tracker tells where the gems are. */
export function PaidResult({ orderId, order, creditedAt, actions }: PaidResultProps) {
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const { nodes, isLate, isOverdue } = arrivalOf({
    orderedAt: order?.createdAt ?? null,
    creditedAt,
    dueAt: order?.deliveryDueAt ?? null,
    now,
  });
  const { paidWith, question, answer } = useAfterPaid(orderId, order);
  const isNew = useFirstSight(orderId);
  return (
    <ResultLayout
      words={paidWords(order, creditedAt !== null, paidWith, isNew, isLate)}
      tone="status"
      name="success"
      orderId={orderId}
      isNumberShown={order !== null}
      onClose={actions.onClose}
    >
      <Card>
        <div className="row apart wraps mb-22" data-testid="arrival" data-arrived={creditedAt !== null}>
          <h2 className="h2">{word('result.track.title')}</h2>
          {creditedAt === null && <span className="micro hint">{word('result.track.auto')}</span>}
        </div>
        <Tracker nodes={nodes} />
      </Card>
      {isLate && (
        <LateGems orderId={orderId} isOverdue={isOverdue} wishedAt={order?.refundWishedAt ?? null} />
      )}
      {order === null ? (
        <Skeleton width="100%" height="7.4rem" />
      ) : (
        <Receipt order={order} paidWith={paidWith} hasArrived={creditedAt !== null} />
      )}
      {order !== null && <RememberCardStrip question={question} payType={order.payType} onAnswer={answer} />}
      <Button icon="repeat" onPress={() => actions.onRetry(null)} testId="result-repeat-same-amount">
        {word('result.success.repeat', {
          amount: order === null ? '' : isolatedLtr(usdText(order.priceUsdCents)),
        })}
      </Button>
    </ResultLayout>
  );
}
