import type { OrderInfo } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, orderNumber, RESULT_BUTTONS, type OrderId } from '@jawhara/domain';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tracker } from '../../ui/tracker.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { arrivalOf } from './arrival.ts';
import { Receipt } from './receipt.tsx';
import { RememberCardSheet } from './remember-card-sheet.tsx';
import { ResultButton, type ResultActions } from './result-button.tsx';
import { resultWords, type ResultWords } from './result-facts.ts';
import { ResultLayout } from './result-layout.tsx';
import { useAfterPaid } from './use-after-paid.ts';
import { useNow } from './use-now.ts';

const LOOK_AT_CLOCK_EVERY_MS = 10_000;

export interface PaidResultProps {
  orderId: OrderId;
  order: OrderInfo | null;
  creditedAt: Date | null;
  actions: ResultActions;
}

function wordsFor(order: OrderInfo | null, hasArrived: boolean): ResultWords {
  const words = resultWords('success', CHECKOUT_COM_CARD);
  if (order === null) return words;
  const name = isolatedName(order.recipient.nickname);
  return {
    ...words,
    tip: hasArrived ? word('result.success.arrivedFor', { name }) : word('result.success.tipFor', { name }),
  };
}

/** The money came; the tracker tells where the gems are. */
export function PaidResult({ orderId, order, creditedAt, actions }: PaidResultProps) {
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const { nodes, isLate } = arrivalOf({ orderedAt: order?.createdAt ?? null, creditedAt, now });
  const { card, asked, answer } = useAfterPaid(orderId, order);
  const amounts = { amount: order?.priceUsdCents ?? null, smallerAmount: null };
  return (
    <ResultLayout
      words={wordsFor(order, creditedAt !== null)}
      tone="status"
      name="success"
      orderId={order === null ? orderId : null}
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
        <Note kind="warn" icon="clock" isLive>
          {word('result.track.late', { order: isolatedLtr(orderNumber(orderId)) })}
        </Note>
      )}
      {order === null ? <Skeleton width="100%" height="7.4rem" /> : <Receipt order={order} card={card} />}
      <div className="col gap-14">
        {RESULT_BUTTONS.success().map((name) => (
          <ResultButton key={name} name={name} amounts={amounts} actions={actions} />
        ))}
      </div>
      {asked !== null && <RememberCardSheet card={asked} onAnswer={answer} />}
    </ResultLayout>
  );
}
