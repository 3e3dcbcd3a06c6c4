import { createStore } from '../../store.ts';

/** The prefix of all our keys in the browser's storage, so that other sites on the same host do not collide. */
export const STORAGE_PREFIX = 'jawhara.';

/** The part of Web Storage that is used; in a private window each call may throw. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Stored<Value> {
  /** Null for a missing, broken or foreign value. The same object as long as the stored text is the same. */
  readonly read: () => Value | null;
  readonly write: (value: Value) => void;
  readonly forget: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

export interface StoredShape<Value> {
  readonly key: string;
  readonly parse: (json: unknown) => Value | null;
  readonly format: (value: Value) => unknown;
}

function browserStorage(): StorageArea | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function quietly<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** A value in the browser's storage. Never throws; a value that the browser refuses to store lasts until the page closes. */
export function stored<Value>(
  shape: StoredShape<Value>,
  area: () => StorageArea | null = browserStorage,
): Stored<Value> {
  const key = `${STORAGE_PREFIX}${shape.key}`;
  /** A new object for each write, so that every write notifies. */
  const lastWrite = createStore<{ readonly unsaved: string | null }>({ unsaved: null });
  let last: { text: string; value: Value | null } | null = null;

  const textNow = (): string | null =>
    lastWrite.get().unsaved ?? quietly(() => area()?.getItem(key) ?? null, null);

  const parseText = (text: string): Value | null =>
    quietly((): Value | null => shape.parse(JSON.parse(text) as unknown), null);

  const put = (text: string | null): void => {
    const isPut = quietly(() => {
      const storage = area();
      if (storage === null) return false;
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
      return true;
    }, false);
    lastWrite.set({ unsaved: isPut ? null : text });
  };

  return {
    read() {
      const text = textNow();
      if (text === null) return null;
      if (last?.text !== text) last = { text, value: parseText(text) };
      return last.value;
    },
    write(value) {
      put(JSON.stringify(shape.format(value)));
    },
    forget() {
      put(null);
    },
    subscribe(onChange) {
      const onStorage = (event: StorageEvent): void => {
        if (event.key === key || event.key === null) onChange();
      };
      const unsubscribe = lastWrite.subscribe(onChange);
      globalThis.addEventListener?.('storage', onStorage);
      return () => {
        unsubscribe();
        globalThis.removeEventListener?.('storage', onStorage);
      };
    },
  };
}
