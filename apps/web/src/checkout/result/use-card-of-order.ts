import type { CardPaidWith } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepCardOfOrder } from '../../api/card-of-order.ts';
import { waitExactly } from '../../browser/wait.ts';
import type { CardFetch } from './card-fetch.ts';
import { runCardFetch } from './run-card-fetch.ts';

const WORLD = { call, now: () => new Date(), wait: waitExactly };

export interface UsedCardOfOrder {
  readonly fetch: CardFetch;
  /** What paid, also when nobody keeps it. */
  readonly paidWith: CardPaidWith | null;
}

/** The card an order was paid with, as soon as its provider has told it. */
export function useCardOfOrder(orderId: OrderId): UsedCardOfOrder {
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
