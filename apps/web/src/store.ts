/**
 * A value with subscribers, for React's `useSyncExternalStore`. Does not import React, because the packs are drawn before
 * React is loaded.
 */
export interface Store<Value> {
  readonly get: () => Value;
  /** Notifies the subscribers, unless the value is the same. */
  readonly set: (next: Value) => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createStore<Value>(first: Value): Store<Value> {
  const subscribers = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const onChange of subscribers) onChange();
    },
    subscribe(onChange) {
      subscribers.add(onChange);
      return () => subscribers.delete(onChange);
    },
  };
}
