import { listSavedCards, readCardOfOrder, type CardPaidWith } from '@jawhara/contract';
import { seenCardsOf, type PaySource, type OrderId, type SavedCard } from '@jawhara/domain';
import { storedSeenCards, whoIsHere } from '../browser/storage/login.ts';
import type { PageScope } from '../page-scope.ts';
import { createQueryCache, useQuery, type QueryResult } from './query-cache.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';

const KEY = 'saved-cards';
const FRESH_MS = 60_000;

async function askForCards(): Promise<CallAnswer<PaySource[]>> {
  const by = whoIsHere();
  const answer = await call(listSavedCards, {});
  // The visitor may have logged out meanwhile: then no card of that account is stored.
  if (answer.kind === 'ok' && whoIsHere() === by)
    storedSeenCards.write({ by, cards: seenCardsOf(answer.value) });
  return answer;
}

/** The cards with which this device or account has paid, newest first. */
export function useSavedCards(): QueryResult<PaySource[]> {
  return useQuery(KEY, askForCards, FRESH_MS);
}

/**
 * Fetches the cards again after a change: an answer under way may be from before it. Screens show the old cards until the new
 * ones are there.
 */
export async function reloadSavedCards(page: PageScope): Promise<void> {
  const cache = page.get(createQueryCache);
  await cache.whenSettled(KEY);
  return cache.refetch(KEY, askForCards);
}

/** Waits for the ongoing request, otherwise sends one. If it fails, the cards of an earlier answer, or null without one. */
export async function readSavedCards(page: PageScope): Promise<PaySource[] | null> {
  const cache = page.get(createQueryCache);
  await cache.refetch(KEY, askForCards);
  return cache.queryState<PaySource[]>(KEY).value;
}

const cardOfOrderKey = (orderId: OrderId): string => `card of ${orderId}`;

/** Null: the card is not saved, or its provider has not reported it yet. */
async function askCardOfOrder(orderId: OrderId | null): Promise<CallAnswer<SavedCard | null>> {
  if (orderId === null) return { kind: 'failed', failure: 'aborted' };
  const answer = await call(readCardOfOrder, { orderId });
  return answer.kind === 'ok' ? { ...answer, value: answer.value.card } : answer;
}

/** Puts the card of an order into the cache. */
export function keepCardOfOrder(page: PageScope, orderId: OrderId, card: SavedCard): void {
  page.get(createQueryCache).setData(cardOfOrderKey(orderId), card);
}

/** Subscribes to the cached card of an order; does not fetch. */
export function watchCardOfOrder(
  page: PageScope,
  orderId: OrderId,
  onCard: (card: SavedCard) => void,
  signal: AbortSignal,
): void {
  const key = cardOfOrderKey(orderId);
  const cache = page.get(createQueryCache);
  const publish = (): void => {
    const { value } = cache.queryState<SavedCard>(key);
    if (value !== null) onCard(value);
  };
  signal.addEventListener('abort', cache.subscribe(key, publish));
  publish();
}

/** The card of an order, paid or not, if the card is saved. */
export function useSavedCardOf(orderId: OrderId | null): SavedCard | null {
  const key = orderId === null ? null : cardOfOrderKey(orderId);
  return useQuery(key, () => askCardOfOrder(orderId), Number.POSITIVE_INFINITY).value;
}

async function askRefusedCard(orderId: OrderId): Promise<CallAnswer<CardPaidWith | null>> {
  const answer = await call(readCardOfOrder, { orderId });
  return answer.kind === 'ok' ? { ...answer, value: answer.value.refusedWith } : answer;
}

/**
 * The card of a refused order if it was typed, as the server reports it. Fetched once the order is known to be refused.
 */
export function useRefusedCardOf(orderId: OrderId | null): CardPaidWith | null {
  const key = orderId === null ? null : `refused card of ${orderId}`;
  const ask = (): Promise<CallAnswer<CardPaidWith | null>> =>
    orderId === null ? Promise.resolve({ kind: 'failed', failure: 'aborted' }) : askRefusedCard(orderId);
  return useQuery(key, ask, Number.POSITIVE_INFINITY).value;
}
