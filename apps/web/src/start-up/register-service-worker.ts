import { whenIdle } from '../host/when-idle.ts';
import type { StartUpStep } from './run-in-order.ts';

/** By then a slow phone has asked for its packs and drawn them. */
export const PAGE_SETTLED_AFTER_MS = 3_000;

/** The page itself comes first: its own files and its own questions are worth more than the next visit. */
async function pageSettled(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
  await new Promise((resolve) => setTimeout(resolve, PAGE_SETTLED_AFTER_MS));
  await new Promise<void>(whenIdle);
}

/** Only what was built is worth keeping offline; a development page must always be the newest. */
export const registerServiceWorker: StartUpStep = {
  name: 'service-worker',
  run: async () => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    await pageSettled();
    await navigator.serviceWorker.register('/service-worker.js');
  },
};
