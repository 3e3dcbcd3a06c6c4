import { readFine, findRecipient, type FineInfo } from '@jawhara/contract';
import { FINE_QUOTE_GOOD_FOR_MS, type DisplayId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { usePageScope, type PageScope } from '../page-scope.ts';
import { createQueryCache, useQuery, type QueryState, type QueryResult } from './query-cache.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';
import { waitForTurn } from '../browser/waits.ts';

const keyOf = (displayId: DisplayId): string => `fine ${displayId}`;
const FRESH_MS = 60_000;
/** A quote on the screen is renewed long before it expires. */
const RENEW_EVERY_MS = (FINE_QUOTE_GOOD_FOR_MS * 2) / 3;

async function askForFine(displayId: DisplayId | null): Promise<CallAnswer<FineInfo>> {
  return displayId === null ? { kind: 'failed', failure: 'aborted' } : call(readFine, { displayId });
}

/** The ban of an account, and the fine that lifts it. Null fetches nothing. */
export function useFine(displayId: DisplayId | null): QueryResult<FineInfo> {
  const page = usePageScope();
  const key = displayId === null ? null : keyOf(displayId);
  useEffect(() => {
    if (displayId === null) return undefined;
    const renewal = setInterval(() => void reloadFine(page, displayId), RENEW_EVERY_MS);
    return () => clearInterval(renewal);
  }, [page, displayId]);
  return useQuery(key, () => askForFine(displayId), FRESH_MS);
}

/** Fetches the fine after any ongoing request, whose answer may be older. Screens show the old fine until then. */
export async function reloadFine(page: PageScope, displayId: DisplayId): Promise<QueryState<FineInfo>> {
  const key = keyOf(displayId);
  const cache = page.get(createQueryCache);
  await cache.whenSettled(key);
  await cache.refetch(key, () => askForFine(displayId));
  return cache.queryState<FineInfo>(key);
}

/** Puts a fine that another call has just returned into the cache, so that it is not requested again. */
export function keepFine(page: PageScope, fine: FineInfo): void {
  page.get(createQueryCache).setData(keyOf(fine.account.displayId), fine);
}

/** The pause between two polls: the server limits how often an account may be looked up. */
const LOOK_AGAIN_AFTER_MS = 10_000;

/** Polls until the account is no longer banned, so that gems can be bought for it. Null polls nothing. */
export function useIsAccountBack(displayId: DisplayId | null): boolean {
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    if (displayId === null) return undefined;
    const abort = new AbortController();
    const waitUntilUnbanned = async (): Promise<void> => {
      const answer = await call(findRecipient, { displayId }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (answer.kind === 'ok') return setIsBack(true);
      await waitForTurn(LOOK_AGAIN_AFTER_MS, abort.signal);
      if (!abort.signal.aborted) await waitUntilUnbanned();
    };
    void waitUntilUnbanned();
    return () => abort.abort();
  }, [displayId]);
  return isBack;
}
