import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isStorable } from './stored-answers.ts';

const SCRIPT = '/assets/pay-1.js';
const PAGE = '/pay';
const TYPES: Readonly<Record<string, string>> = {
  [SCRIPT]: 'text/javascript; charset=utf-8',
  [PAGE]: 'text/html',
};

interface Facts {
  readonly status?: number;
  readonly type?: ResponseType;
  readonly isRedirected?: boolean;
  readonly contentType?: string;
}

/** An answer as the browser's network creates it: a Response that a program creates has another `type`. */
function answer(path: string, facts: Facts = {}): Response {
  const { status = 200, type = 'basic', isRedirected = false, contentType = TYPES[path] ?? '' } = facts;
  const made = new Response(`${path} ${status}`, { status, headers: { 'content-type': contentType } });
  const facade = Object.defineProperties(made, {
    type: { value: type },
    redirected: { value: isRedirected },
  });
  return Object.assign(facade, { clone: () => answer(path, facts) });
}

type Stored = Map<string, Response>;

/** The browser's caches, oldest first, and the worker of one release in front of them. */
async function startWorker(
  version: string,
  releases: Map<string, Stored>,
  network: (path: string) => Response,
) {
  const listeners = new Map<string, (event: unknown) => void>();
  const pathOf = (request: Request | string): string =>
    typeof request === 'string' ? request : new URL(request.url).pathname;
  vi.stubGlobal('__PRECACHE__', { version, assets: [SCRIPT], pages: [PAGE] });
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const stored = releases.get(name) ?? new Map<string, Response>();
      releases.set(name, stored);
      return {
        put: async (path: string, put: Response) => void stored.set(path, put),
        match: async (request: Request | string) => stored.get(pathOf(request)),
        delete: async (path: string) => stored.delete(path),
      };
    },
    match: async (request: Request | string) =>
      [...releases.values()]
        .map((stored) => stored.get(pathOf(request)))
        .find((found) => found !== undefined),
    keys: async () => [...releases.keys()],
  });
  const fetched = vi.fn<(request: Request | string) => Promise<Response>>(async (request) =>
    network(pathOf(request)),
  );
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) =>
    listeners.set(type, listener),
  );
  vi.resetModules();
  await import('./service-worker.ts');
  return {
    fetched: () => fetched.mock.calls.map(([request]) => pathOf(request)),
    async install(): Promise<'installed' | 'failed'> {
      let work: Promise<unknown> = Promise.resolve();
      listeners.get('install')?.({ waitUntil: (provided: Promise<unknown>) => void (work = provided) });
      return work.then(
        () => 'installed',
        () => 'failed',
      );
    },
    async ask(path: string): Promise<Response> {
      let provided: Promise<Response> | undefined;
      const work: Promise<unknown>[] = [];
      listeners.get('fetch')?.({
        request: new Request(new URL(path, location.href)),
        respondWith: (response: Promise<Response>) => void (provided = response),
        waitUntil: (more: Promise<unknown>) => void work.push(more),
      });
      if (provided === undefined) throw new Error(`${path} was left to the browser`);
      const response = await provided;
      await Promise.all(work);
      return response;
    },
  };
}

let releases: Map<string, Stored>;
beforeEach(() => {
  releases = new Map();
});

function storedOf(version: string): string[] {
  return [...(releases.get(`jawhara-${version}`) ?? [])]
    .map(([path, { status }]) => `${path} ${status}`)
    .toSorted();
}

const BAD: readonly (readonly [string, Facts])[] = [
  ['a 404', { status: 404 }],
  ['a 429', { status: 429 }],
  ['a 502', { status: 502 }],
  ['a partial answer', { status: 206 }],
  ['an opaque answer', { type: 'opaque', status: 200 }],
  ['an answer of another origin', { type: 'cors' }],
  ['a redirected answer', { isRedirected: true }],
];

describe.each([...BAD, ['a page instead of the script', { contentType: 'text/html' }] as const])(
  'the network gives %s for a script while the worker installs',
  (_what, facts) => {
    it('a bad answer for a script makes the service worker’s installation fail; the next installation loads only that script', async () => {
      const release = await startWorker('1', releases, (path) => answer(path, path === SCRIPT ? facts : {}));
      expect(await release.install()).toBe('failed');
      expect(storedOf('1')).toEqual(['/pay 200']);

      const again = await startWorker('1', releases, (path) => answer(path));
      expect(await again.install()).toBe('installed');
      expect(storedOf('1')).toEqual(['/assets/pay-1.js 200', '/pay 200']);
      expect(again.fetched()).toEqual([SCRIPT]);
    });

    it('a bad script in an older cache is replaced from the network, and not copied by a later release', async () => {
      releases.set('jawhara-0', new Map([[SCRIPT, answer(SCRIPT, facts)]]));
      releases.set('jawhara-1', new Map([[SCRIPT, answer(SCRIPT, facts)]]));
      const release = await startWorker('1', releases, (path) => answer(path));
      expect(await (await release.ask(SCRIPT)).text()).toBe('/assets/pay-1.js 200');
      expect([storedOf('0'), storedOf('1')]).toEqual([[], ['/assets/pay-1.js 200']]);
      await release.ask(SCRIPT);
      expect(release.fetched()).toEqual([SCRIPT]);

      releases.get('jawhara-1')?.set(SCRIPT, answer(SCRIPT, facts));
      const later = await startWorker('2', releases, (path) => answer(path));
      expect(await later.install()).toBe('installed');
      expect(storedOf('2')).toEqual(['/assets/pay-1.js 200', '/pay 200']);
    });
  },
);

it.each(BAD)('the network gives %s for a page: the worker does not store it', async (_what, facts) => {
  const release = await startWorker('1', releases, (path) => answer(path, path === PAGE ? facts : {}));
  expect(await release.install()).toBe('failed');
  expect(storedOf('1')).toEqual(['/assets/pay-1.js 200']);
});

it('a script cached by an older release is used when the newer release has cached an error for that script', async () => {
  releases.set('jawhara-0', new Map([[SCRIPT, answer(SCRIPT)]]));
  releases.set('jawhara-1', new Map([[SCRIPT, answer(SCRIPT, { status: 502 })]]));
  const release = await startWorker('1', releases, (path) => answer(path, { status: 503 }));
  expect((await release.ask(SCRIPT)).status).toBe(200);
  expect(release.fetched()).toEqual([]);
});

it('the worker passes an error answer for a script on to the page and does not store it', async () => {
  const release = await startWorker('1', releases, (path) => answer(path, { status: 404 }));
  expect((await release.ask(SCRIPT)).status).toBe(404);
  expect(storedOf('1')).toEqual([]);
});

it.each([
  ['/', 'text/html; charset=utf-8', true],
  ['/share.html', 'text/html', true],
  ['/pay', 'text/plain', false],
  ['/assets/a.js', 'text/javascript', true],
  ['/assets/a.js', 'text/html', false],
  ['/assets/sprite.svg', 'image/svg+xml', true],
  ['/assets/cairo.woff2', 'font/woff2', true],
  ['/assets/cairo.woff2', 'text/html', false],
])('the worker treats %s with the content type %s as the right file: %s', (path, contentType, isFile) =>
  expect(isStorable(path, answer(path, { contentType }))).toBe(isFile),
);
