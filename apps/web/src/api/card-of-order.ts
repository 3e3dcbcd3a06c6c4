import type { OrderId, SavedCard } from '@jawhara/domain';
import { useCallback, useSyncExternalStore } from 'react';
import { answerTo, keepAnswer, NO_ANSWER, watchAnswer } from './answers.ts';

export const cardOfOrderKey = (orderId: OrderId): string => `card of ${orderId}`;

/** Whoever has asked for the card of an order tells the others. */
export function keepCardOfOrder(orderId: OrderId, card: SavedCard): void {
  keepAnswer(cardOfOrderKey(orderId), card);
}

/** The card an order was paid with, once somebody has asked and been told; this asks nobody. */
export function useKnownCardOfOrder(orderId: OrderId | null): SavedCard | null {
  const key = orderId === null ? null : cardOfOrderKey(orderId);
  const subscribe = useCallback(
    (onChange: () => void) => (key === null ? () => undefined : watchAnswer(key, onChange)),
    [key],
  );
  return useSyncExternalStore(
    subscribe,
    () => (key === null ? NO_ANSWER : answerTo<SavedCard>(key)),
    () => NO_ANSWER,
  ).value;
}
