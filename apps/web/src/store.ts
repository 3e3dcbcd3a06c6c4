/** A value that can be watched, for React's `useSyncExternalStore`. Knows nothing of React: the packs are drawn before it is loaded. */
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
