import { keyName, type RoomKey } from './tables.ts';

export type KeyListener = () => void;
export type IdListener = (data: unknown) => void;

/** Who is called when a key changes or a message passes by. The caller reads the value from its view: it is whole by then. */
export interface RoomListeners {
  /** Answers the function that ends the listening. */
  readonly onKey: (at: RoomKey, listener: KeyListener) => () => void;
  readonly onMessage: (id: number, listener: IdListener) => () => void;
  /** Calls every listener of these keys, once for each key. */
  readonly notify: (keys: readonly RoomKey[]) => void;
  readonly passOn: (id: number, data: unknown) => void;
}

/** A listener that throws is reported and keeps no other from being called. */
export function createRoomListeners(onError: (error: unknown) => void): RoomListeners {
  const byKey = new Map<string, Set<KeyListener>>();
  const byId = new Map<number, Set<IdListener>>();
  const callAll = <Listener>(listeners: ReadonlySet<Listener> | undefined, call: (one: Listener) => void) => {
    // A copy: a listener may end its own listening, or begin another.
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

/** Wrapped, so that one function that listens twice is called twice and ends each on its own. */
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
