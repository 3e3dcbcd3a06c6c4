import { useSyncExternalStore } from 'react';
import type { Stored } from './stored.ts';

/** Null during hydration, then the stored value, so that markup and first render agree. */
export function useStored<Value>(value: Stored<Value>): Value | null {
  return useSyncExternalStore(value.subscribe, value.read, () => null);
}

const never = (): (() => void) => () => undefined;

/** False in the prerendered markup and during its hydration. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
