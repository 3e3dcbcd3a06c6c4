import { listSavedCards } from '@jawhara/contract';
import { seenCardsOf, type PaySource } from '@jawhara/domain';
import { storedSeenCards, whoIsHere } from '../browser/storage/login.ts';
import { queryState, refetch, whenSettled } from './query-cache.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';
import { useQuery, type QueryResult } from './use-query.ts';

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

/** How this device or session has paid before, newest first. */
export function useSavedCards(): QueryResult<PaySource[]> {
  return useQuery(KEY, askForCards, FRESH_MS);
}

/**
 * Fetches the cards again after a change: an answer under way may be from before it. Screens show the old cards until the new
 * ones are there.
 */
export async function reloadSavedCards(): Promise<void> {
  await whenSettled(KEY);
  return refetch(KEY, askForCards);
}

/** Waits for the request under way, else sends one. Null: the cards could not be read. */
export async function readSavedCards(): Promise<PaySource[] | null> {
  await refetch(KEY, askForCards);
  return queryState<PaySource[]>(KEY).value;
}
