import { useSyncExternalStore } from 'react';
import type { Stored } from './stored.ts';

/** Null while the prerendered page takes over, then the stored value: markup and first paint always agree. */
export function useStored<Value>(value: Stored<Value>): Value | null {
  return useSyncExternalStore(value.subscribe, value.read, () => null);
}

const never = (): (() => void) => () => undefined;

/** False in the prerendered markup and in the first paint over it. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
