import { readSignedInAccount } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectHostApp } from './host-app.ts';
import { answer, network } from '../api/test/network.ts';
import { call } from '../api/call.ts';
import { NOURA } from '../api/test/accounts.ts';
import { createCredentialsStore } from '../browser/link-credentials.ts';
import { createHostApp } from '../host-app/create-host-app.ts';
import { hostPort, type HostPort } from '../host-app/host-port.ts';
import { simulateHostApp, type SimulatedAppPlan } from '../host-app/simulate-host-app.ts';
import { sendRequestsBy } from '../browser/send-request.ts';
import { holdBack } from '../ui/back-guard.ts';
import { Sheet } from '../ui/sheet.tsx';
import { openNewPage, pageOfTest, render, waitFor } from '../ui/test/library.ts';

const IPHONE: SimulatedAppPlan = { platform: 'ios', versionCode: 30_000 };
const KEY = 'a'.repeat(64);

const define = Object.defineProperty;
beforeEach(() => {
  sessionStorage.clear();
  // A real page ends, and its function for the app with it.
  vi.spyOn(Object, 'defineProperty').mockImplementation((target, name, how) =>
    define(target, name, name === 'jawharaAppSays' ? { ...how, configurable: true } : how),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  sendRequestsBy((url, init) => fetch(url, init));
  globalThis.JawharaApp = undefined;
  globalThis.webkit = undefined;
  globalThis.simulatedApp = undefined;
  Reflect.deleteProperty(globalThis, 'jawharaAppSays');
});

async function live(plan: SimulatedAppPlan): Promise<void> {
  simulateHostApp(plan);
  await connectHostApp(pageOfTest(), await createHostApp(hostPort() as HostPort));
}
const app = () => globalThis.simulatedApp;
const toggles = () =>
  app()
    ?.received.filter(({ call: name }) => name === 'hold_back' || name === 'pull_to_refresh')
    .map(({ call: name, params }) => `${name} ${String(params['on'])}`);

const sheets = (...titles: string[]) => (
  <>
    {titles.map((title) => (
      <Sheet key={title} isOpen onClose={() => undefined} title={title} guardsBack={false}>
        <p>inside</p>
      </Sheet>
    ))}
  </>
);

describe('what lies over the page', () => {
  it('[NAV-05] holds the app’s Back button and its pull-to-refresh from the first sheet to the last', async () => {
    await live(IPHONE);
    expect(toggles()).toEqual(['hold_back false', 'pull_to_refresh true']);
    const { rerender } = render(sheets('lower'));
    await waitFor(() => expect(app()?.isBackHeld()).toBe(true));
    expect(app()?.isPullAllowed()).toBe(false);
    rerender(sheets('lower', 'upper'));
    rerender(sheets('upper'));
    rerender(sheets('upper', 'third'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(toggles()).toHaveLength(4);
    rerender(sheets());
    await waitFor(() => expect(app()?.isBackHeld()).toBe(false));
    expect(app()?.isPullAllowed()).toBe(true);
    expect(toggles()?.slice(2)).toEqual([
      'hold_back true',
      'pull_to_refresh false',
      'hold_back false',
      'pull_to_refresh true',
    ]);
  });

  it('a step that asks before it is left holds both too, and is there already when the app is met', async () => {
    const release = holdBack(pageOfTest(), () => undefined);
    await live(IPHONE);
    expect(toggles()).toEqual(['hold_back true', 'pull_to_refresh false']);
    release();
    await waitFor(() => expect(app()?.isBackHeld()).toBe(false));
  });

  it('[NAV-05] Back is the page’s while something is open, and the app’s own otherwise', async () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
    vi.spyOn(history, 'length', 'get').mockReturnValue(2);
    await live(IPHONE);
    expect(app()?.pressBack()).toBe(false);
    const { unmount } = render(sheets('one'));
    expect(app()?.pressBack()).toBe(true);
    expect(back).toHaveBeenCalledOnce();
    unmount();
    expect(app()?.pressBack()).toBe(false);
    expect(back).toHaveBeenCalledOnce();
  });

  it('a page that began with its sheet open has nothing to go back to: the app closes it', async () => {
    vi.spyOn(history, 'length', 'get').mockReturnValue(1);
    await live(IPHONE);
    render(sheets('one'));
    expect(app()?.pressBack()).toBe(false);
  });
});

describe('who is signed in in the app', () => {
  it('is handed over to the login once a visit', async () => {
    const user = { uid: 1001, session_key: KEY };
    await live({ ...IPHONE, user });
    expect(pageOfTest().get(createCredentialsStore).get()).toEqual({ by: 'session_key', secret: KEY });
    openNewPage();
    Reflect.deleteProperty(globalThis, 'jawharaAppSays');
    await live({ ...IPHONE, user });
    expect(pageOfTest().get(createCredentialsStore).get()).toBeNull();
    expect(app()?.received.some(({ call: name }) => name === 'user_info')).toBe(false);
  });

  it.each<[string, SimulatedAppPlan]>([
    ['nobody', IPHONE],
    ['somebody whose key the app keeps', { ...IPHONE, user: { uid: 1001 } }],
    [
      'somebody, told too late',
      { ...IPHONE, user: { uid: 1, session_key: KEY }, calls: { user_info: { afterMs: 900 } } },
    ],
  ])('%s hands nothing over', async (_who, plan) => {
    await live(plan);
    expect(pageOfTest().get(createCredentialsStore).get()).toBeNull();
  });
});

it('[BRG-03] from then on every call of the page goes over an app for Android that can', async () => {
  network.use(answer(readSignedInAccount, NOURA));
  await live({ platform: 'android', versionCode: 30_507 });
  expect(await call(readSignedInAccount, {})).toMatchObject({ kind: 'ok' });
  const sent = app()?.received.filter(({ call: name }) => name === 'api');
  expect(sent).toMatchObject([{ params: { headers: { 'x-cli-br': '1' } } }]);
});
