import { readCardOfOrder } from '@jawhara/contract';
import type { OrderId, SavedCard } from '@jawhara/domain';
import { queryState, setData, subscribeToQuery } from './query-cache.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';

export const cardOfOrderKey = (orderId: OrderId): string => `card of ${orderId}`;

/** Null: nobody keeps it, or its provider has not named it. */
export async function askCardOfOrder(orderId: OrderId): Promise<CallAnswer<SavedCard | null>> {
  const answer = await call(readCardOfOrder, { orderId });
  return answer.kind === 'ok' ? { ...answer, value: answer.value.card } : answer;
}

/** Puts the card of an order into the cache. */
export function keepCardOfOrder(orderId: OrderId, card: SavedCard): void {
  setData(cardOfOrderKey(orderId), card);
}

/** Subscribes to the cached card of an order; does not fetch. */
export function watchCardOfOrder(
  orderId: OrderId,
  onCard: (card: SavedCard) => void,
  signal: AbortSignal,
): void {
  const key = cardOfOrderKey(orderId);
  const tell = (): void => {
    const { value } = queryState<SavedCard>(key);
    if (value !== null) onCard(value);
  };
  signal.addEventListener('abort', subscribeToQuery(key, tell));
  tell();
}
