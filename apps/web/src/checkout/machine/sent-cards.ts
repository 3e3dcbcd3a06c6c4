import type { OrderId, CardFace } from '@jawhara/domain';
import { useSyncExternalStore } from 'react';
import { usePageValue, type PageScope } from '../../page-scope.ts';
import { createStore, type Store } from '../../store.ts';

type SentCards = ReadonlyMap<OrderId, CardFace>;

const createSentCards = (): Store<SentCards> => createStore<SentCards>(new Map());

/** The card that was typed for an order, as its fields describe it: in memory only. */
export function keepSentCard(page: PageScope, orderId: OrderId, card: CardFace): void {
  const { get, set } = page.get(createSentCards);
  set(new Map([...get(), [orderId, card]]));
}

/** Null: the card was not typed on this page, or its fields describe no card. */
export function useSentCard(orderId: OrderId | null): CardFace | null {
  const { get, subscribe } = usePageValue(createSentCards);
  const cards = useSyncExternalStore(subscribe, get, get);
  return orderId === null ? null : (cards.get(orderId) ?? null);
}
