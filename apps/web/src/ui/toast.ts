import type { IconName } from './icon-names.ts';

export interface Toast {
  readonly number: number;
  readonly text: string;
  readonly icon: IconName;
}

let current: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows one toast at a time: a new one replaces the old one. Never the only place of an error that needs an action. */
export function showToast(text: string, icon: IconName = 'circle-check'): void {
  count += 1;
  set({ number: count, text, icon });
}

export function endToast(number: number): void {
  if (current?.number === number) set(null);
}

export function currentToast(): Toast | null {
  return current;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
