import { createStore, type Store } from '../store.ts';
import type { IconName } from './icon-names.ts';

export interface Toast {
  /** Distinguishes two toasts with the same text. */
  readonly number: number;
  readonly text: string;
  readonly icon: IconName;
}

const TOAST = 'jawhara-toast';

/** Shows one toast at a time: a new one replaces the old one. Never the only place of an error that needs an action. */
export function showToast(text: string, icon: IconName = 'circle-check'): void {
  dispatchEvent(new CustomEvent(TOAST, { detail: { text, icon } }));
}

/** The toast of the page. Created at its start: a toast that comes before the toaster is loaded is shown by it later. */
export function createToastStore(): Store<Toast | null> {
  const toast = createStore<Toast | null>(null);
  let count = 0;
  addEventListener(TOAST, (event) => {
    count += 1;
    toast.set({ ...(event as CustomEvent<Pick<Toast, 'text' | 'icon'>>).detail, number: count });
  });
  return toast;
}
