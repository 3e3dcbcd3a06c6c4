import { accountId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageScope } from '../page-scope.ts';
import type { HostApp } from './host-app.ts';
import type { SimulatedAppPlan } from './simulate-host-app.ts';

const ANDROID: SimulatedAppPlan = { platform: 'android', versionCode: 30_507 };
const NOURA = accountId(1001);

/** Each test opens a new page, because a page detects the app once and defines its function for the app once. */
async function openPage(plan: SimulatedAppPlan | null): Promise<() => Promise<HostApp>> {
  const { simulateHostApp } = await import('./simulate-host-app.ts');
  if (plan !== null) simulateHostApp(plan);
  const { hostApp } = await import('./current-host-app.ts');
  // Fake timers do not wait for a later import, so the module is loaded now.
  await import('./create-host-app.ts');
  const page = createPageScope();
  return () => hostApp(page);
}
async function openAppIn(plan: SimulatedAppPlan | null, ms = 6_000): Promise<HostApp> {
  const hostApp = await openPage(plan);
  const app = hostApp();
  await vi.advanceTimersByTimeAsync(ms);
  return app;
}
const received = () => globalThis.simulatedApp?.received.map(({ call }) => call);

const define = Object.defineProperty;
beforeEach(() => {
  vi.useFakeTimers();
  // `configurable` lets the next test remove its function.
  vi.spyOn(Object, 'defineProperty').mockImplementation((target, name, how) =>
    define(target, name, name === 'jawharaAppSays' ? { ...how, configurable: true } : how),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  globalThis.JawharaApp = undefined;
  globalThis.webkit = undefined;
  globalThis.simulatedApp = undefined;
  Reflect.deleteProperty(globalThis, 'jawharaAppSays');
});

describe('readiness', () => {
  it('[BRG-01] the page probes for the app every 16 ms, at most 50 times, and then counts as a plain browser', async () => {
    const looks: number[] = [];
    const began = Date.now();
    vi.stubGlobal('webkit', {
      get messageHandlers() {
        looks.push(Date.now() - began);
        return undefined;
      },
    });
    const app = await openAppIn(null);
    expect(looks).toHaveLength(50);
    expect(looks.slice(0, 3)).toEqual([0, 16, 32]);
    expect(looks.at(-1)).toBe(49 * 16);
    expect(app.facts).toBeNull();
  });

  it('[BRG-01] an app that appears before the last probe is found, one that appears after the last probe is not', async () => {
    expect((await openAppIn({ ...ANDROID, appearsAfterMs: 49 * 16 - 1 })).facts).not.toBeNull();
    globalThis.JawharaApp = undefined;
    Reflect.deleteProperty(globalThis, 'jawharaAppSays');
    expect((await openAppIn({ ...ANDROID, appearsAfterMs: 49 * 16 + 1 })).facts).toBeNull();
  });

  it.each(['android', 'ios'] as const)(
    'an app on %s is found, and two callers share one connection to it',
    async (platform) => {
      const hostApp = await openPage({ platform, versionCode: '30507' });
      const apps = [hostApp(), hostApp()];
      await vi.advanceTimersByTimeAsync(0);
      const [app, same] = await Promise.all(apps);
      expect(app?.facts).toEqual({ platform, versionCode: 30_507 });
      expect(same).toBe(app);
      expect(received()).toEqual(['hello']);
    },
  );
});

describe('a call', () => {
  it('[BRG-02] a call to the app fails after 5 s without an answer, and not earlier', async () => {
    const app = await openAppIn({ ...ANDROID, calls: { open_store: { times: 0 } } });
    let done: boolean | null = null;
    void app.openStore('https://store.example/').then((isDone) => (done = isDone));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(done).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toBe(false);
  });

  it.each([
    ['start-up', 500],
    ['later', 1_000],
  ] as const)(
    '[BRG-02] user info requested from the app at %s is given up after %i ms',
    async (when, limitMs) => {
      const user = { uid: '1001', session_key: 'k' };
      const inTime = await openAppIn({ ...ANDROID, user, calls: { user_info: { afterMs: limitMs - 1 } } });
      const reported = inTime.userInfo(when);
      await vi.advanceTimersByTimeAsync(limitMs);
      expect(await reported).toEqual({ accountId: NOURA, sessionKey: 'k' });
      Reflect.deleteProperty(globalThis, 'jawharaAppSays');
      const late = await openAppIn({ ...ANDROID, user, calls: { user_info: { afterMs: limitMs + 1 } } });
      let provided: unknown = 'nothing yet';
      void late.userInfo(when).then((answer) => (provided = answer));
      await vi.advanceTimersByTimeAsync(limitMs - 1);
      expect(provided).toBe('nothing yet');
      await vi.advanceTimersByTimeAsync(2);
      expect(provided).toBeNull();
    },
  );

  it('a late or repeated answer of the app is ignored', async () => {
    const app = await openAppIn({
      ...ANDROID,
      calls: { open_store: { afterMs: 5_001, times: 2 }, open_user_page: { times: 2 } },
    });
    const late = app.openStore('https://store.example/');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await late).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    const twice = app.openUserPage(NOURA);
    await vi.advanceTimersByTimeAsync(0);
    expect(await twice).toBe(true);
  });

  it.each([
    ['missing', undefined],
    ['no number', { uid: 'x' }],
    ['zero', { uid: 0 }],
    ['a number no account has', { uid: '99999999999999999999' }],
  ])('user info from the app whose uid is %s counts as no user', async (_what, user) => {
    const app = await openAppIn({ ...ANDROID, ...(user === undefined ? {} : { user }) });
    const reported = app.userInfo('later');
    await vi.advanceTimersByTimeAsync(0);
    expect(await reported).toBeNull();
  });
});

describe('messages that the page receives from the app', () => {
  type Says = (said: unknown) => boolean;
  const says = (said: unknown): boolean =>
    (globalThis as unknown as { jawharaAppSays: Says }).jawharaAppSays(said);

  it.each([
    ['no JSON', '{'],
    ['nothing', undefined],
    ['null', 'null'],
    ['a number', 7],
    ['another program', '{"type":"webpackOk"}'],
    ['another version', '{"jawhara":2,"event":"back"}'],
    ['an unknown event', '{"jawhara":1,"event":"shake"}'],
    ['an answer to a call that was never made', '{"jawhara":1,"id":"00","error":0,"data":{}}'],
    ['an answer with a malformed error number', '{"jawhara":1,"id":"00","error":"none"}'],
  ])('the page ignores an invalid message to its function for the app: %s', async (_what, said) => {
    await openAppIn(ANDROID);
    expect(says(said)).toBe(false);
  });

  it('an answer of the app is accepted only with the random id of its call, and only once', async () => {
    const posted: string[] = [];
    globalThis.JawharaApp = { postMessage: (text) => void posted.push(text) };
    const hostApp = await openPage(null);
    const app = hostApp();
    await vi.advanceTimersByTimeAsync(0);
    const { id, token } = JSON.parse(posted[0] ?? '') as { id: string; token: null };
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(token).toBeNull();
    expect(says({ jawhara: 1, id: `${id}0`, error: 0, data: {} })).toBe(false);
    const hello = { platform: 'ios', version_code: 1, token: 't'.repeat(16) };
    expect(says({ jawhara: 1, id, error: '0', data: hello })).toBe(true);
    expect(says({ jawhara: 1, id, error: 0, data: { ...hello, version_code: 2 } })).toBe(false);
    expect((await app).facts).toEqual({ platform: 'ios', versionCode: 1 });
  });

  it('the phone’s Back button is handled by the page only after the page has set a handler', async () => {
    const app = await openAppIn(ANDROID);
    expect(globalThis.simulatedApp?.pressBack()).toBe(false);
    app.onBack(() => true);
    expect(globalThis.simulatedApp?.pressBack()).toBe(true);
  });

  it('the page’s function for app messages cannot be replaced or removed by another script', async () => {
    vi.mocked(Object.defineProperty).mockRestore();
    const { openHostLine } = await import('./host-line.ts');
    const own: Record<string, unknown> = {};
    openHostLine({ postMessage: () => undefined }, () => true, own);
    const hear = own['jawharaAppSays'];
    expect(() => {
      own['jawharaAppSays'] = () => true;
    }).toThrow(TypeError);
    expect(() => define(own, 'jawharaAppSays', { value: null })).toThrow(TypeError);
    expect(Reflect.deleteProperty(own, 'jawharaAppSays')).toBe(false);
    expect(own['jawharaAppSays']).toBe(hear);
    expect(() => openHostLine({ postMessage: () => undefined }, () => true, own)).toThrow(TypeError);
  });
});

describe('the token that the app gives to the page alone', () => {
  it('a call posted without the page’s token, as from an inner frame, is not trusted by the app', async () => {
    const app = await openAppIn(ANDROID);
    globalThis.JawharaApp?.postMessage(
      JSON.stringify({ jawhara: 1, id: 'f'.repeat(32), token: null, call: 'user_info', params: {} }),
    );
    const opened = app.openUserPage(NOURA);
    await vi.advanceTimersByTimeAsync(0);
    expect(await opened).toBe(true);
    expect(globalThis.simulatedApp?.received.map(({ isTrusted }) => isTrusted)).toEqual([true, false, true]);
  });
});

describe('[BRG-05] the page works as in a plain browser', () => {
  it.each<[string, SimulatedAppPlan | null]>([
    ['the page works as in a plain browser without an app', null],
    [
      'the page works as in a plain browser with an app that never answers',
      { ...ANDROID, everyCall: { times: 0 } },
    ],
    [
      'the page works as in a plain browser with an app that answers with an error',
      { ...ANDROID, everyCall: { error: 3 } },
    ],
    [
      'the page works as in a plain browser with an app that answers the first call too late',
      { ...ANDROID, calls: { hello: { afterMs: 5_001 } } },
    ],
    [
      'the page works as in a plain browser with an app of an unknown platform',
      { ...ANDROID, platform: 'tv' as 'ios' },
    ],
    [
      'the page works as in a plain browser with an app without a version number',
      { ...ANDROID, versionCode: 'newest' },
    ],
  ])('%s', async (_what, plan) => {
    const app = await openAppIn(plan);
    expect(app.facts).toBeNull();
    expect(app.sender).toBeNull();
    expect(await app.userInfo('start-up')).toBeNull();
    expect(await app.openUserPage(NOURA)).toBe(false);
    expect(await app.openStore('https://store.example/')).toBe(false);
    app.holdBack(true);
    app.allowPullToRefresh(false);
    app.onBack(() => true);
  });

  it('an app bridge that throws when it is called is treated as no app', async () => {
    globalThis.JawharaApp = {
      postMessage: () => {
        throw new Error('gone');
      },
    };
    expect((await openAppIn(null)).facts).toBeNull();
  });
});
