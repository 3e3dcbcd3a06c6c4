import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isOnline, subscribeToOnline } from '../browser/online-state.ts';
import { answerTo, askAgain, askIfStale, NO_ANSWER, watchAnswer, type Answer, type Ask } from './answers.ts';

export type UsedAnswer<Value> = Answer<Value> & { readonly retry: () => void };

const neverChanges = (): (() => void) => () => undefined;

/** The answer to one question, shared by everybody who asks it under the same key. A null key asks nothing. */
export function useAnswer<Value>(key: string | null, ask: Ask<Value>, freshMs: number): UsedAnswer<Value> {
  const askNow = useEffectEvent(ask);
  const subscribe = useCallback(
    (onChange: () => void) => (key === null ? neverChanges() : watchAnswer(key, onChange)),
    [key],
  );
  const answer = useSyncExternalStore<Answer<Value>>(
    subscribe,
    () => (key === null ? NO_ANSWER : answerTo<Value>(key)),
    () => NO_ANSWER,
  );
  useEffect(() => {
    if (key === null) return undefined;
    const askIfNeeded = (): void => {
      if (isOnline()) askIfStale(key, () => askNow(), freshMs);
    };
    askIfStale(key, () => askNow(), freshMs);
    return subscribeToOnline(askIfNeeded); // what failed without a network is asked again with it
  }, [key, freshMs]);
  return { ...answer, retry: () => void (key !== null && askAgain(key, ask)) };
}
