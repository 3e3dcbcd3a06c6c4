import type { CardPaidWith, OrderInfo } from '@jawhara/contract';
import { usdText, type OrderId, type DisplayId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepCardOfOrder } from '../../api/use-saved-cards.ts';
import { waitExactly } from '../../browser/waits.ts';
import { runCardFetch, type CardFetch } from './card-fetch.ts';
import { usePageScope } from '../../page-scope.ts';
import { refreshSignedIn } from '../../api/refresh-signed-in.ts';
import { uploadRecipients } from '../../api/share-recipients.ts';
import { confirmRecipient } from '../../browser/storage/recipients.ts';
import { useCardQuestion, RememberCardStrip, type UsedCardQuestion } from './remember-card.tsx';
import { storedLastOrderId, storedSeenPaid } from '../../browser/storage/purchase.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { Tracker, arrivalOf, LateGems, unbanOf } from './delivery-progress.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { cardName } from '../parts/card-name.ts';
import { MailNews } from './mail-news.tsx';
import { paidTitle } from './paid-title.ts';
import { Receipt } from './receipt.tsx';
import { withName } from '../parts/order-head.tsx';
import { ResultLayout, type ResultActions, type ResultWords } from './result-layout.tsx';
import { useNow } from '../parts/use-now.ts';
import { reloadFine, useIsAccountBack } from '../../api/use-fine.ts';
import { ReportLink } from '../parts/report-link.tsx';

const WORLD = { call, now: () => new Date(), wait: waitExactly };

interface UsedCardOfOrder {
  readonly fetch: CardFetch;
  /** The card that paid, also when the card is not saved. */
  readonly paidWith: CardPaidWith | null;
}

/** The card an order was paid with, as soon as its provider has reported it. */
function useCardOfOrder(orderId: OrderId): UsedCardOfOrder {
  const page = usePageScope();
  const [fetch, setFetch] = useState<CardFetch>({ kind: 'not-started' });
  const [paidWith, setPaidWith] = useState<CardPaidWith | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    setPaidWith(null);
    runCardFetch(orderId, WORLD, abort.signal, {
      onChange(next) {
        if (next.kind === 'success') keepCardOfOrder(page, orderId, next.card);
        setFetch(next);
      },
      onPaidWith: setPaidWith,
    });
    return () => abort.abort();
  }, [page, orderId]);
  return { fetch, paidWith };
}

interface AfterPaid extends UsedCardQuestion {
  /** The card on the receipt; null until it is known. */
  readonly paidWith: CardPaidWith | null;
}

/**
 * Runs while the result of a paid order is shown: the session and the saved cards are read again, and the card of the order is
 * fetched.
 */
function useAfterPaid(orderId: OrderId, order: OrderInfo | null): AfterPaid {
  const { fetch, paidWith } = useCardOfOrder(orderId);
  const question = useCardQuestion(orderId, order, fetch);
  // A payer who paid the fine of an account has not chosen that account for gems.
  const recipientId = order?.purpose === 'gems' ? order.recipient.accountId : null;

  useEffect(() => void refreshSignedIn().then(uploadRecipients), [orderId]);
  useEffect(() => {
    if (recipientId !== null) confirmRecipient(recipientId);
  }, [recipientId]);
  return { ...question, paidWith };
}

/**
 * Whether the newest order of this device is shown as paid for the first time: false after a reload, and for older
 * orders.
 */
function useFirstSight(orderId: OrderId): boolean {
  const [isFirst] = useState(() => storedLastOrderId.read() === orderId && storedSeenPaid.read() !== orderId);
  useEffect(() => storedSeenPaid.write(orderId), [orderId]);
  return isFirst;
}

const LOOK_AT_CLOCK_EVERY_MS = 10_000;

interface PaidResultProps {
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

/** The result of a paid order: the tracker shows where the gems are. */
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
      {order !== null && <MailNews order={order} />}
      {order !== null && <RememberCardStrip question={question} payType={order.payType} onAnswer={answer} />}
      <Button icon="repeat" onPress={() => actions.onRetry(null)} testId="result-repeat-same-amount">
        {word('result.success.repeat', {
          amount: order === null ? '' : isolatedLtr(usdText(order.priceUsdCents)),
        })}
      </Button>
    </ResultLayout>
  );
}

function finePaidWords(nickname: string, isBack: boolean): ResultWords {
  const title = (name: string): string => {
    if (nickname === '') return word('fine.doneTitle');
    return isBack ? word('fine.arrived', { name }) : word('fine.onTheWay', { name });
  };
  return {
    title: title(isolatedName(nickname)),
    heading: withName(nickname, title),
    tip: isBack ? word('fine.doneTitle') : word('fine.done'),
    medal: 'unban',
  };
}

/** Reads the fine again, so that the page of the fine does not show the paid amount as owed. */
function useFreshFine(displayId: DisplayId | null, isBack: boolean): void {
  const page = usePageScope();
  useEffect(() => {
    if (displayId !== null) void reloadFine(page, displayId);
  }, [page, displayId, isBack]);
}

/** The result of a paid fine: the tracker shows whether the ban has ended. */
export function FinePaidResult({ orderId, order, creditedAt, actions }: PaidResultProps) {
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const displayId = order?.recipient.displayId ?? null;
  // The order may be completed and the account still be banned, by another ban.
  const isBack = useIsAccountBack(creditedAt === null ? null : displayId);
  const { nodes, isLate } = unbanOf({ orderedAt: order?.createdAt ?? null, creditedAt, isBack, now });
  const { paidWith, question, answer } = useAfterPaid(orderId, order);
  useFreshFine(displayId, isBack);
  return (
    <ResultLayout
      words={finePaidWords(order?.recipient.nickname ?? '', isBack)}
      tone="status"
      name="success"
      orderId={orderId}
      isNumberShown={order !== null}
      onClose={actions.onClose}
    >
      <Card>
        <div data-testid="unban" data-arrived={isBack}>
          <Tracker nodes={nodes} />
        </div>
      </Card>
      {isLate && <ReportLink orderId={orderId} />}
      {order === null ? (
        <Skeleton width="100%" height="7.4rem" />
      ) : (
        <Receipt order={order} paidWith={paidWith} hasArrived={isBack} />
      )}
      {order !== null && <RememberCardStrip question={question} payType={order.payType} onAnswer={answer} />}
    </ResultLayout>
  );
}
