import { DEFAULT_SITE_CONFIG, readSiteConfig, type AppLinks } from '@jawhara/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { createPageScope } from '../../page-scope.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { simulateHostApp, type SimulatedAppPlan } from '../../host-app/simulate-host-app.ts';

const GOOGLE = 'https://play.example/app';
const APPLE = 'https://apple.example/app';
const LINKS: AppLinks = { ...DEFAULT_SITE_CONFIG.appLinks, google: GOOGLE, apple: APPLE };
const ON_ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A155F)';
const ON_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)';
const ON_PC = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const ANDROID: SimulatedAppPlan = { platform: 'android', versionCode: 1 };

const define = Object.defineProperty;
beforeEach(() => {
  sessionStorage.clear();
  // `configurable` lets the next test remove this page's function.
  vi.spyOn(Object, 'defineProperty').mockImplementation((target, name, how) =>
    define(target, name, name === 'jawharaAppSays' ? { ...how, configurable: true } : how),
  );
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, appLinks: LINKS }));
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
  globalThis.JawharaApp = undefined;
  globalThis.webkit = undefined;
  globalThis.simulatedApp = undefined;
  Reflect.deleteProperty(globalThis, 'jawharaAppSays');
});

interface Gone {
  readonly byPage: readonly string[];
  readonly byApp: readonly unknown[];
  readonly afterMs: number;
}

async function open(query: string, userAgent: string): Promise<Gone> {
  history.replaceState(null, '', `/pay${query}`);
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const { jumpToStore } = await import('./jump-to-store.ts');
  const byPage: string[] = [];
  const beganAt = performance.now();
  await jumpToStore(createPageScope(), (url) => void byPage.push(url));
  const received = globalThis.simulatedApp?.received ?? [];
  const byApp = received.filter(({ call }) => call === 'open_store').map(({ params }) => params['url']);
  return { byPage, byApp, afterMs: performance.now() - beganAt };
}

it('[APP-07] a link with jumpAppStore makes the app on Android open Google’s store, a second after the start', async () => {
  simulateHostApp(ANDROID);
  const gone = await open('?jumpAppStore=1', ON_ANDROID);
  expect(gone).toMatchObject({ byApp: [GOOGLE], byPage: [] });
  expect(gone.afterMs).toBeGreaterThanOrEqual(999);
});

it.each([
  ['in the app on an iPhone', { platform: 'ios', versionCode: 1 }, ON_IPHONE, '', APPLE],
  ['in a browser on an iPhone', null, ON_IPHONE, '', APPLE],
  ['on a PC', null, ON_PC, '', APPLE],
  ['on an iPhone, as the link says', null, ON_PC, '&platform=iOS', APPLE],
  ['in a browser on Android', null, ON_ANDROID, '', GOOGLE],
  [
    'in an app that cannot open stores',
    { ...ANDROID, calls: { open_store: { error: 7 } } },
    ON_ANDROID,
    '',
    GOOGLE,
  ],
  ['in a broken app', { ...ANDROID, calls: { hello: { error: 3 } } }, ON_ANDROID, '', GOOGLE],
] as const)(
  '[APP-07] %s a link with jumpAppStore opens the store from the page',
  async (_where, plan, userAgent, more, store) => {
    if (plan !== null) simulateHostApp(plan);
    const gone = await open(`?jumpAppStore=1${more}`, userAgent);
    expect(gone.byPage).toEqual([store]);
    expect(gone.afterMs).toBeGreaterThanOrEqual(999);
  },
);

it('[APP-07] a link with jumpAppStore opens the store 1000 ms after the start, not earlier', async () => {
  let pass: (() => void) | null = null;
  const real = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== 1_000) return real(run, ms);
    pass = run;
    return 0;
  }) as typeof setTimeout);
  const opening = open('?jumpAppStore=1', ON_IPHONE);
  await vi.waitFor(() => expect(pass).not.toBeNull());
  await vi.waitFor(() => expect(requestsTo(readSiteConfig)).toHaveLength(1));
  // The page's wait of one second is held by the test, so the page must not have left, however long this takes.
  const early = await Promise.race([opening, new Promise((done) => real(() => done('waiting'), 50))]);
  expect(early).toBe('waiting');
  (pass as (() => void) | null)?.();
  expect((await opening).byPage).toEqual([APPLE]);
});

it('[APP-07] a link with the parameter jumpAppStore opens the app store, also without a value or in the hash', async () => {
  expect((await open('?jumpAppStore', ON_IPHONE)).byPage).toEqual([APPLE]);
  expect((await open('#/x?jumpAppStore=', ON_IPHONE)).byPage).toEqual([APPLE]);
});

it('without jumpAppStore no store opens, and the configuration is not requested', async () => {
  expect((await open('?stay_are=1', ON_ANDROID)).byPage).toEqual([]);
  expect(requestsTo(readSiteConfig)).toEqual([]);
});

it.each([
  ['the configuration cannot be loaded', LOST],
  ['no store is configured', { ...DEFAULT_SITE_CONFIG, ...FIELDS }],
] as const)('a link with jumpAppStore does nothing when %s', async (_what, said) => {
  network.use(answer(readSiteConfig, said));
  expect((await open('?jumpAppStore=1', ON_ANDROID)).byPage).toEqual([]);
});
