import type { Precache } from './answer-for.ts';
import { answerFrom, cachesToForget, NAVIGATION_WAITS_MS, OFFLINE_VISITS } from './answer-for.ts';

/** Written by the build. */
declare const __PRECACHE__: Precache;

/** The part of the worker's world that is used; the DOM's types do not know it. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  readonly clients: { claim(): Promise<void> };
}

const worker = globalThis as unknown as WorkerScope;
const precache = __PRECACHE__;
const CACHE = `jawhara-${precache.version}`;

/** A hashed file that an older version already holds is not fetched again. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  const put = async (url: string, isHashed: boolean): Promise<void> => {
    const known = isHashed ? await caches.match(url) : undefined;
    await cache.put(url, known ?? (await fetch(url, { cache: isHashed ? 'default' : 'reload' })));
  };
  await Promise.all([
    ...precache.assets.map((url) => put(url, true)),
    ...precache.pages.map((url) => put(url, false)),
  ]);
}

async function forgetOlder(): Promise<void> {
  for (const name of cachesToForget(await caches.keys(), CACHE)) await caches.delete(name);
  await worker.clients.claim();
}

/** Told when there is a network again, by whichever page is open then. */
async function noteOfflineVisit(atMs: number): Promise<void> {
  const visits = await caches.open(OFFLINE_VISITS);
  await visits.put(`/offline-visit/${atMs}`, new Response());
}

/** The network for three seconds; then the page as it was, or the network after all. */
async function navigate({ url }: Request, network: Promise<Response>): Promise<Response> {
  const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), NAVIGATION_WAITS_MS));
  const first = await Promise.race([network.catch(() => null), tooLong]);
  if (first !== null) return first;
  return (await caches.match(new URL(url).pathname)) ?? network;
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOlder()));
worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const from = answerFrom(
    {
      method: event.request.method,
      isNavigation: event.request.mode === 'navigate',
      isSameOrigin: url.origin === location.origin,
      path: url.pathname,
    },
    precache,
  );
  if (from === 'cache') event.respondWith(fromCache(event.request));
  if (from === 'network-then-cache') {
    const network = fetch(event.request);
    event.respondWith(navigate(event.request, network));
    event.waitUntil(network.catch(() => noteOfflineVisit(Date.now())));
  }
});
