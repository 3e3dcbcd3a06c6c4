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
  // Whoever asked may have logged out meanwhile: then nothing of theirs is kept.
  if (answer.kind === 'ok' && whoIsHere() === by)
    storedSeenCards.write({ by, cards: seenCardsOf(answer.value) });
  return answer;
}

/** How this device or session has paid before, newest first. */
export function useSavedCards(): QueryResult<PaySource[]> {
  return useQuery(KEY, askForCards, FRESH_MS);
}

/**
 * After something has changed: an answer to a question from before the change may not know of it. Whoever shows the cards
 * sees the old ones until the new ones are there.
 */
export async function reloadSavedCards(): Promise<void> {
  await whenSettled(KEY);
  return refetch(KEY, askForCards);
}

/** As the question that is under way is answered, else asked now. Null: nobody knows them. */
export async function readSavedCards(): Promise<PaySource[] | null> {
  await refetch(KEY, askForCards);
  return queryState<PaySource[]>(KEY).value;
}
