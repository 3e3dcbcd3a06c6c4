import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { waitForTurn, isOnline, subscribeToOnline } from '../browser/waits.ts';
import { createStore, type Store } from '../store.ts';
import type { CallAnswer } from './call-answer.ts';
import { usePageValue } from '../page-scope.ts';

/** State of one query. The last value stays during a refetch and after a failed one. */
export interface QueryState<Value> {
  readonly value: Value | null;
  readonly problem: Exclude<CallAnswer<Value>, { kind: 'ok' }> | null;
}

type Fetcher<Value> = () => Promise<CallAnswer<Value>>;

interface Entry {
  readonly state: Store<QueryState<unknown>>;
  asking: Promise<void> | null;
  answeredAtMs: number;
}

/** The server's answers that a page has fetched, by key. */
export interface QueryCache {
  readonly queryState: <Value>(key: string) => QueryState<Value>;
  /** Stores a value that was obtained without this query. */
  readonly setData: (key: string, value: unknown) => void;
  /** Fetches; an ongoing fetch of the same key is shared. */
  readonly refetch: <Value>(key: string, ask: Fetcher<Value>) => Promise<void>;
  /** Fetches unless the last value is fresh; a failed fetch is never fresh. */
  readonly fetchIfStale: <Value>(key: string, ask: Fetcher<Value>, freshMs: number) => void;
  /** Resolves when no fetch of the key is under way. */
  readonly whenSettled: (key: string) => Promise<void>;
  readonly subscribe: (key: string, onChange: () => void) => () => void;
}

const EMPTY_QUERY: QueryState<never> = { value: null, problem: null };

const TRIES_MAX = 3;
const AGAIN_AFTER_MS = 1_000;
const forever = new AbortController().signal;

/** Sends a query, and again up to twice if there is no usable answer. A refused query is not repeated. */
async function askWithPatience<Value>(ask: Fetcher<Value>): Promise<CallAnswer<Value>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.kind !== 'failed' || tries >= TRIES_MAX) return answer;
    await waitForTurn(AGAIN_AFTER_MS * tries, forever);
  }
}

function settle(entry: Entry, state: QueryState<unknown>): void {
  entry.answeredAtMs = Date.now();
  entry.state.set(state);
}

async function askAndSettle<Value>(entry: Entry, ask: Fetcher<Value>): Promise<void> {
  const answer = await askWithPatience(ask);
  entry.asking = null;
  settle(
    entry,
    answer.kind === 'ok'
      ? { value: answer.value, problem: null }
      : { value: entry.state.get().value, problem: answer },
  );
}

export function createQueryCache(): QueryCache {
  const entries = new Map<string, Entry>();
  function entryOf(key: string): Entry {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const made: Entry = {
      state: createStore<QueryState<unknown>>(EMPTY_QUERY),
      asking: null,
      answeredAtMs: 0,
    };
    entries.set(key, made);
    return made;
  }
  function refetch<Value>(key: string, ask: Fetcher<Value>): Promise<void> {
    const entry = entryOf(key);
    entry.asking ??= askAndSettle(entry, ask);
    return entry.asking;
  }
  return {
    refetch,
    queryState: <Value>(key: string) => entryOf(key).state.get() as QueryState<Value>,
    setData: (key, value) => settle(entryOf(key), { value, problem: null }),
    fetchIfStale(key, ask, freshMs) {
      const { state, answeredAtMs } = entryOf(key);
      const { value, problem } = state.get();
      const isFresh = value !== null && problem === null && Date.now() - answeredAtMs < freshMs;
      if (!isFresh) void refetch(key, ask);
    },
    async whenSettled(key) {
      await entryOf(key).asking;
    },
    subscribe: (key, onChange) => entryOf(key).state.subscribe(onChange),
  };
}

export type QueryResult<Value> = QueryState<Value> & { readonly retry: () => void };

const neverChanges = (): (() => void) => () => undefined;

/** The answer to a query, shared by everything that uses its key. A null key fetches nothing. */
export function useQuery<Value>(
  key: string | null,
  ask: Fetcher<Value>,
  freshMs: number,
): QueryResult<Value> {
  const cache = usePageValue(createQueryCache);
  const askNow = useEffectEvent(ask);
  const subscribe = useCallback(
    (onChange: () => void) => (key === null ? neverChanges() : cache.subscribe(key, onChange)),
    [cache, key],
  );
  const answer = useSyncExternalStore<QueryState<Value>>(
    subscribe,
    () => (key === null ? EMPTY_QUERY : cache.queryState<Value>(key)),
    () => EMPTY_QUERY,
  );
  useEffect(() => {
    if (key === null) return undefined;
    const askIfNeeded = (): void => {
      if (isOnline()) cache.fetchIfStale(key, () => askNow(), freshMs);
    };
    cache.fetchIfStale(key, () => askNow(), freshMs);
    return subscribeToOnline(askIfNeeded); // a query that failed offline is sent again online
  }, [cache, key, freshMs]);
  return { ...answer, retry: () => void (key !== null && cache.refetch(key, ask)) };
}
