import { useEffect, useSyncExternalStore } from 'react';

let current: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  current = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** While the caller is shown, the offline banner says this instead of its own sentence; null leaves it alone. */
export function useOfflineSentence(sentence: string | null): void {
  useEffect(() => {
    set(sentence);
    return () => set(null);
  }, [sentence]);
}

export function useCurrentOfflineSentence(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
