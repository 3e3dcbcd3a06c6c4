import type { Precache } from './answer-for.ts';
import { answerFrom, cachesToForget, NAVIGATION_WAITS_MS, OFFLINE_VISITS } from './answer-for.ts';
import { findStored, isStorable } from './stored-answers.ts';

/** Replaced by the build. */
declare const __PRECACHE__: Precache;

/** The parts of the service worker API that are used; the DOM types lack them. */
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

interface CacheQuestion {
  readonly request: Request;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const worker = globalThis as unknown as WorkerScope;
const precache = __PRECACHE__;
const CACHE = `jawhara-${precache.version}`;

/**
 * Stores each file unless this release or an older one has it under the same hash. A file that cannot be fetched ends the
 * installation: the previous worker stays, and the next visit fetches only what is missing.
 */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  const store = async (path: string): Promise<void> => {
    const isPage = precache.pages.includes(path);
    // A page has the same path in every release, so its old copy is not reused.
    const stored = isPage ? await cache.match(path) : await findStored(path, CACHE);
    if (stored !== undefined && isStorable(path, stored)) return cache.put(path, stored);
    const fetched = await fetch(path, { cache: isPage ? 'reload' : 'default' });
    if (!isStorable(path, fetched)) throw new Error(`${path} was answered with ${fetched.status}`);
    await cache.put(path, fetched);
  };
  const results = await Promise.allSettled([...precache.assets, ...precache.pages].map(store));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function forgetOlder(): Promise<void> {
  for (const name of cachesToForget(await caches.keys(), CACHE)) await caches.delete(name);
  await worker.clients.claim();
}

/** Records a visit without a network. The next page that is online reports it. */
async function noteOfflineVisit(atMs: number): Promise<void> {
  const visits = await caches.open(OFFLINE_VISITS);
  await visits.put(`/offline-visit/${atMs}`, new Response());
}

/** Answers from the network. After three seconds or a failure the stored page is used or, without one, the network after all. */
async function navigate({ url }: Request, network: Promise<Response>): Promise<Response> {
  const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), NAVIGATION_WAITS_MS));
  const first = await Promise.race([network.catch(() => null), tooLong]);
  if (first !== null) return first;
  return (await findStored(new URL(url).pathname, CACHE)) ?? network;
}

/** Answers with the stored file. One that is not stored is fetched, and stored if it is a file of this release. */
async function fromCache({ request, waitUntil }: CacheQuestion): Promise<Response> {
  const path = new URL(request.url).pathname;
  const stored = await findStored(path, CACHE);
  if (stored !== undefined) return stored;
  const fetched = await fetch(request);
  if (precache.assets.includes(path) && isStorable(path, fetched)) {
    const copy = fetched.clone();
    waitUntil(caches.open(CACHE).then((cache) => cache.put(path, copy)));
  }
  return fetched;
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
  if (from === 'cache') {
    event.respondWith(fromCache({ request: event.request, waitUntil: (work) => event.waitUntil(work) }));
  }
  if (from === 'network-then-cache') {
    const network = fetch(event.request);
    event.respondWith(navigate(event.request, network));
    event.waitUntil(network.catch(() => noteOfflineVisit(Date.now())));
  }
});
