import { createStore } from '../../store.ts';

/** Everything of ours in the browser's storage begins with this, so that neighbours on the same host never meet. */
export const STORAGE_PREFIX = 'jawhara.';

/** The part of Web Storage that is used; a private window may refuse each of these at any moment. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Stored<Value> {
  /** Null when nothing, something broken or something foreign is there. The same object as long as the text is the same. */
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

/** A stored value that never throws. What the browser refuses to keep is kept for the life of the page. */
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
