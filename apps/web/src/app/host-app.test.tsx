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
  // `configurable` lets the next test remove this page's function.
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

describe('dialogs inside the app', () => {
  it('[NAV-05] an open dialog takes over the app’s Back button and blocks pull-to-refresh until the last dialog closes', async () => {
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

  it('a step that needs a confirmation before leaving takes over the app’s Back button, even if the app connects later', async () => {
    const release = holdBack(pageOfTest(), () => undefined);
    await live(IPHONE);
    expect(toggles()).toEqual(['hold_back true', 'pull_to_refresh false']);
    release();
    await waitFor(() => expect(app()?.isBackHeld()).toBe(false));
  });

  it('[NAV-05] the app’s Back button goes back in the page while a dialog is open, and otherwise is left to the app', async () => {
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

  it('without a browser history the app’s Back button is left to the app even with a dialog open', async () => {
    vi.spyOn(history, 'length', 'get').mockReturnValue(1);
    await live(IPHONE);
    render(sheets('one'));
    expect(app()?.pressBack()).toBe(false);
  });
});

describe('the account signed in inside the app', () => {
  it('the account signed in inside the app is passed to the first page of a visit, and not to the next', async () => {
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
    ['an app without a signed-in account', IPHONE],
    ['an app that does not share its session key', { ...IPHONE, user: { uid: 1001 } }],
    [
      'an app that answers too late',
      { ...IPHONE, user: { uid: 1, session_key: KEY }, calls: { user_info: { afterMs: 900 } } },
    ],
  ])('%s passes no session key to the page', async (_who, plan) => {
    await live(plan);
    expect(pageOfTest().get(createCredentialsStore).get()).toBeNull();
  });
});

it('[BRG-03] in a recent Android app the page’s calls are sent over the app bridge', async () => {
  network.use(answer(readSignedInAccount, NOURA));
  await live({ platform: 'android', versionCode: 30_507 });
  expect(await call(readSignedInAccount, {})).toMatchObject({ kind: 'ok' });
  const sent = app()?.received.filter(({ call: name }) => name === 'api');
  expect(sent).toMatchObject([{ params: { headers: { 'x-cli-br': '1' } } }]);
});
