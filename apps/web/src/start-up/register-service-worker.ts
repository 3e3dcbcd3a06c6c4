import type { StartUpStep } from './run-in-order.ts';

/** The page itself comes first: its own files are worth more than those of the next visit. */
function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
}

/** Only what was built is worth keeping offline; a development page must always be the newest. */
export const registerServiceWorker: StartUpStep = {
  name: 'service-worker',
  run: async () => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    await pageLoaded();
    await navigator.serviceWorker.register('/service-worker.js');
  },
};
