import { whenIdle } from '../../browser/when-idle.ts';
import { tellOfflineVisits } from './offline-visits.ts';
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

/**
 * A page under development, a deploy for developers, and the source host behind the edge must always show the newest:
 * VITE_DEPLOY and VITE_SOURCE_HOSTS of the build.
 */
function isAlwaysNewest(host: string): boolean {
  const { PROD, VITE_DEPLOY: deploy, VITE_SOURCE_HOSTS: hosts = '' } = import.meta.env;
  return !PROD || deploy === 'development' || String(hosts).split(',').includes(host);
}

/** A worker that was registered here before the host became such a one, and all that it has kept. */
async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) await caches.delete(name);
}

export const registerServiceWorker: StartUpStep = {
  name: 'service-worker',
  // Waiting for a quiet page is most of it.
  withinMs: 120_000,
  run: async () => {
    if (!('serviceWorker' in navigator)) return;
    if (isAlwaysNewest(location.host)) return unregister();
    await pageSettled();
    addEventListener('online', () => void tellOfflineVisits().catch(() => undefined));
    await navigator.serviceWorker.register('/service-worker.js');
    await tellOfflineVisits();
  },
};
