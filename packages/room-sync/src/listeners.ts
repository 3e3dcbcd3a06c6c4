import { keyName, type RoomKey } from './tables.ts';

export type KeyListener = () => void;
export type IdListener = (data: unknown) => void;

/** Listeners for changed keys and for messages. A listener reads the new value from the room view, which is complete by then. */
export interface RoomListeners {
  /** Returns the function that unsubscribes. */
  readonly onKey: (at: RoomKey, listener: KeyListener) => () => void;
  readonly onMessage: (id: number, listener: IdListener) => () => void;
  /** Calls every listener of these keys, once for each key. */
  readonly notify: (keys: readonly RoomKey[]) => void;
  readonly passOn: (id: number, data: unknown) => void;
}

/** A listener that throws is reported; the others are still called. */
export function createRoomListeners(onError: (error: unknown) => void): RoomListeners {
  const byKey = new Map<string, Set<KeyListener>>();
  const byId = new Map<number, Set<IdListener>>();
  const callAll = <Listener>(listeners: ReadonlySet<Listener> | undefined, call: (one: Listener) => void) => {
    // A copy, because a listener may unsubscribe itself or subscribe another.
    for (const listener of Array.from(listeners ?? [])) {
      try {
        call(listener);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    onKey: (at, listener) => register(byKey, keyName(at), listener),
    onMessage: (id, listener) => register(byId, id, listener),
    notify: (keys) => {
      for (const name of new Set(keys.map(keyName))) callAll(byKey.get(name), (listener) => listener());
    },
    passOn: (id, data) => callAll(byId.get(id), (listener) => listener(data)),
  };
}

/** Each subscription gets its own wrapper, so that a function that subscribes twice is called twice and can unsubscribe each. */
function register<Key, Arguments extends readonly unknown[]>(
  listeners: Map<Key, Set<(...args: Arguments) => void>>,
  key: Key,
  listener: (...args: Arguments) => void,
): () => void {
  const own = (...args: Arguments) => listener(...args);
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(own));
  return () => {
    set.delete(own);
    if (set.size === 0 && listeners.get(key) === set) listeners.delete(key);
  };
}
