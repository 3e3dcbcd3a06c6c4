import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isOnline, subscribeToOnline } from '../browser/waits.ts';
import {
  queryState,
  refetch,
  fetchIfStale,
  EMPTY_QUERY,
  subscribeToQuery,
  type QueryState,
  type Fetcher,
} from './query-cache.ts';

export type QueryResult<Value> = QueryState<Value> & { readonly retry: () => void };

const neverChanges = (): (() => void) => () => undefined;

/** The answer to one question, shared by everybody who asks it under the same key. A null key asks nothing. */
export function useQuery<Value>(
  key: string | null,
  ask: Fetcher<Value>,
  freshMs: number,
): QueryResult<Value> {
  const askNow = useEffectEvent(ask);
  const subscribe = useCallback(
    (onChange: () => void) => (key === null ? neverChanges() : subscribeToQuery(key, onChange)),
    [key],
  );
  const answer = useSyncExternalStore<QueryState<Value>>(
    subscribe,
    () => (key === null ? EMPTY_QUERY : queryState<Value>(key)),
    () => EMPTY_QUERY,
  );
  useEffect(() => {
    if (key === null) return undefined;
    const askIfNeeded = (): void => {
      if (isOnline()) fetchIfStale(key, () => askNow(), freshMs);
    };
    fetchIfStale(key, () => askNow(), freshMs);
    return subscribeToOnline(askIfNeeded); // what failed without a network is asked again with it
  }, [key, freshMs]);
  return { ...answer, retry: () => void (key !== null && refetch(key, ask)) };
}
