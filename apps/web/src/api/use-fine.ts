import { readFine, type FineInfo } from '@jawhara/contract';
import { FINE_QUOTE_GOOD_FOR_MS, type DisplayId } from '@jawhara/domain';
import { useEffect } from 'react';
import { queryState, refetch, setData, whenSettled, type QueryState } from './query-cache.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';
import { useQuery, type QueryResult } from './use-query.ts';

const keyOf = (displayId: DisplayId): string => `fine ${displayId}`;
const FRESH_MS = 60_000;
/** A quote on the screen is renewed long before it expires. */
const RENEW_EVERY_MS = (FINE_QUOTE_GOOD_FOR_MS * 2) / 3;

async function askForFine(displayId: DisplayId | null): Promise<CallAnswer<FineInfo>> {
  return displayId === null ? { kind: 'failed', failure: 'aborted' } : call(readFine, { displayId });
}

/** The ban of an account, and the fine that lifts it. Null fetches nothing. */
export function useFine(displayId: DisplayId | null): QueryResult<FineInfo> {
  const key = displayId === null ? null : keyOf(displayId);
  useEffect(() => {
    if (displayId === null) return undefined;
    const renewal = setInterval(() => void reloadFine(displayId), RENEW_EVERY_MS);
    return () => clearInterval(renewal);
  }, [displayId]);
  return useQuery(key, () => askForFine(displayId), FRESH_MS);
}

/** Fetches the fine as it is now: an answer under way may be from before. Screens show the old fine until then. */
export async function reloadFine(displayId: DisplayId): Promise<QueryState<FineInfo>> {
  const key = keyOf(displayId);
  await whenSettled(key);
  await refetch(key, () => askForFine(displayId));
  return queryState<FineInfo>(key);
}

/** Puts a fine that was just read into the cache. */
export function keepFine(fine: FineInfo): void {
  setData(keyOf(fine.account.displayId), fine);
}
