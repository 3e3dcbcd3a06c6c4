import type { OrderId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepCardOfOrder } from '../../api/card-of-order.ts';
import { waitExactly } from '../../host/wait.ts';
import type { CardFetch } from '../steps/card-fetch.ts';
import { runCardFetch } from './run-card-fetch.ts';

const WORLD = { call, now: () => new Date(), wait: waitExactly };

/** The card an order was paid with, as soon as its provider has told it. */
export function useCardOfOrder(orderId: OrderId): CardFetch {
  const [fetch, setFetch] = useState<CardFetch>({ kind: 'not-started' });
  useEffect(() => {
    const abort = new AbortController();
    runCardFetch(orderId, WORLD, abort.signal, (next) => {
      if (next.kind === 'success') keepCardOfOrder(orderId, next.card);
      setFetch(next);
    });
    return () => abort.abort();
  }, [orderId]);
  return fetch;
}
