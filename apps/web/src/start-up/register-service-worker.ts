import type { StartUpStep } from './run-in-order.ts';

/** Only what was built is worth keeping offline; a development page must always be the newest. */
export const registerServiceWorker: StartUpStep = {
  name: 'service-worker',
  run: async () => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    await navigator.serviceWorker.register('/service-worker.js');
  },
};
