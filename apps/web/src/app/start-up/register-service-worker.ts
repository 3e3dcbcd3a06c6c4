import { addEvent } from '@jawhara/contract';
import { pageEvent } from '../../analytics/page-event.ts';
import { call } from '../../api/call.ts';
import { OFFLINE_VISITS } from '../../service-worker/answer-for.ts';
import { whenIdle } from '../../browser/waits.ts';
import type { StartUpStep } from './run-in-order.ts';

/** At most this many visits without a network are reported: more would add no information. */
const REPORTED_VISITS_MAX = 20;

/** True when the visit need not be reported again: the server accepted it, or the visitor has opted out of records. */
async function tellOfVisit(atMs: number): Promise<boolean> {
  const when = [Math.floor(atMs / 1000), null, null, null] as const;
  const answer = await call(addEvent, await pageEvent('offline-visit', ['', '', ''], when));
  return answer.kind !== 'failed' || answer.failure === 'aborted';
}

/** The worker stores visits without a network; each is reported once when the network is back. */
export async function tellOfflineVisits(): Promise<void> {
  if (!(await caches.has(OFFLINE_VISITS))) return;
  const visits = await caches.open(OFFLINE_VISITS);
  for (const [i, { url }] of (await visits.keys()).entries()) {
    const isReported = i >= REPORTED_VISITS_MAX || (await tellOfVisit(Number(url.split('/').at(-1))));
    if (!isReported) return;
    await visits.delete(url);
  }
}

/** After this time a slow phone has fetched and drawn its packs. */
export const PAGE_SETTLED_AFTER_MS = 3_000;

/** Resolves when the page is loaded and idle: its own files and calls come before those that prepare the next visit. */
async function pageSettled(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
  await new Promise((resolve) => setTimeout(resolve, PAGE_SETTLED_AFTER_MS));
  await new Promise<void>(whenIdle);
}

/**
 * Whether the host must always show the newest version: in development, on a developers' deploy, and on the source host
 * behind the edge (VITE_DEPLOY and VITE_SOURCE_HOSTS of the build).
 */
function isAlwaysNewest(host: string): boolean {
  const { PROD, VITE_DEPLOY: deploy, VITE_SOURCE_HOSTS: hosts = '' } = import.meta.env;
  return !PROD || deploy === 'development' || String(hosts).split(',').includes(host);
}

/** Removes a worker, with its caches, that was registered before this host had to show the newest version. */
async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) await caches.delete(name);
}

export const registerServiceWorker: StartUpStep = {
  name: 'service-worker',
  // Most of this time is spent waiting for an idle page.
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
