import { useEffect, useSyncExternalStore } from 'react';

let isHeld = false;
const listeners = new Set<() => void>();

function hold(next: boolean): void {
  isHeld = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** While `isMoving`, no other language is offered: a page that starts anew would let go of a payment on its way. */
export function useLanguageHold(isMoving: boolean): void {
  useEffect(() => {
    hold(isMoving);
    return () => hold(false);
  }, [isMoving]);
}

export function useIsLanguageHeld(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isHeld,
    () => false,
  );
}
