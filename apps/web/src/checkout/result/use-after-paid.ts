import type { CardPaidWith, OrderInfo } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepCardOfOrder } from '../../api/card-of-order.ts';
import { waitExactly } from '../../browser/waits.ts';
import type { CardFetch } from './card-fetch.ts';
import { runCardFetch } from './run-card-fetch.ts';
import { refreshSignedIn } from '../../api/refresh-signed-in.ts';
import { uploadRecipients } from '../../api/share-recipients.ts';
import { confirmRecipient } from '../../browser/storage/recipients.ts';
import { useCardQuestion, type UsedCardQuestion } from './use-card-question.ts';

const WORLD = { call, now: () => new Date(), wait: waitExactly };

interface UsedCardOfOrder {
  readonly fetch: CardFetch;
  /** The card that paid, also when the card is not saved. */
  readonly paidWith: CardPaidWith | null;
}

/** The card an order was paid with, as soon as its provider has reported it. */
function useCardOfOrder(orderId: OrderId): UsedCardOfOrder {
  const [fetch, setFetch] = useState<CardFetch>({ kind: 'not-started' });
  const [paidWith, setPaidWith] = useState<CardPaidWith | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    setPaidWith(null);
    runCardFetch(orderId, WORLD, abort.signal, {
      onChange(next) {
        if (next.kind === 'success') keepCardOfOrder(orderId, next.card);
        setFetch(next);
      },
      onPaidWith: setPaidWith,
    });
    return () => abort.abort();
  }, [orderId]);
  return { fetch, paidWith };
}

interface AfterPaid extends UsedCardQuestion {
  /** The card on the receipt; null until it is known. */
  readonly paidWith: CardPaidWith | null;
}

/** Runs after a payment, behind the panel: session and cards are read again, and the card of the order is fetched. */
export function useAfterPaid(orderId: OrderId, order: OrderInfo | null): AfterPaid {
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
