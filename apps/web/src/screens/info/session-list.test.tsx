import '../../words/english.ts';
import { endSession, listSessions, logOut, type SessionEntry } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network, refuse, SILENCE } from '../../api/test/network.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { currentToast, plain, render, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { SessionList } from './session-list.tsx';

const session = (number: number, more: Partial<SessionEntry> = {}): SessionEntry => ({
  sessionId: `019a9000-0000-7000-8000-00000000000${number}`,
  deviceName: { browser: 'chrome', system: 'android' },
  loginKind: 'password',
  signedInAt: new Date('2026-11-02T10:00:00.000Z'),
  lastUsedAt: new Date('2026-11-18T10:00:00.000Z'),
  isCurrent: false,
  ...more,
});
const HERE = session(1, { isCurrent: true });
const LAPTOP = session(2, { deviceName: { browser: 'safari', system: 'macos' }, loginKind: 'google' });
const APP = session(3, { deviceName: { browser: null, system: null }, loginKind: 'ticket' });
/** Failed requests are repeated twice with pauses, which takes long. */
const PATIENT = { timeout: 15_000 };

let account = 4_000;
beforeEach(() => {
  // A new account for each test, because its answers are cached as long as the page lives.
  account += 1;
  localStorage.clear();
  storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: Date.now() });
  network.use(answer(listSessions, [HERE, LAPTOP, APP]));
});
afterEach(() => {
  document.documentElement.lang = 'ar';
  vi.restoreAllMocks();
});

const open = () => render(<SessionList accountId={account} />);
const rows = () => screen.findAllByRole('listitem');
const row = async (at: number) => (await rows())[at] ?? document.body;
const press = async (at: number) => userEvent.click(within(await row(at)).getByRole('button'));

describe.each(['ar', 'en'] as const)('the list of sessions, in %s', (locale) => {
  beforeEach(() => {
    document.documentElement.lang = locale;
  });

  it('sessions are listed by device, sign-in method and dates, with this device marked', async () => {
    let come: () => void = () => undefined;
    const waits = new Promise<void>((go) => (come = go));
    network.use(
      answer(listSessions, async () => {
        await waits;
        return [HERE, LAPTOP, APP];
      }),
    );
    open();
    expect(await screen.findByText(word('data.sessionsLoading'))).toBeDefined();
    come();
    const [here = '', laptop = '', app = ''] = (await rows()).map((one) => plain(one.textContent));
    const name = { ar: ['Chrome على Android', 'Safari على Mac'], en: ['Chrome on Android', 'Safari on Mac'] };
    expect(here).toContain(name[locale][0]);
    expect(here).toContain(word('data.sessionThis'));
    expect(here).toContain(word('data.sessionByPassword'));
    expect(here).toContain('02/11/2026');
    expect(here).toContain('18/11/2026');
    expect(laptop).toContain(name[locale][1]);
    expect(laptop).toContain(word('data.sessionByGoogle'));
    expect(laptop).not.toContain(word('data.sessionThis'));
    expect(app).toContain(word('data.sessionUnknown'));
    expect(app).toContain(word('data.sessionByApp'));
    expect(screen.getByText(word('data.sessionsLead'))).toBeDefined();
  });

  it('a single session is shown as the only one', async () => {
    network.use(answer(listSessions, [HERE]));
    open();
    expect(await screen.findByText(word('data.sessionsOnly'))).toBeDefined();
    expect(await rows()).toHaveLength(1);
  });

  it('logging out another device removes its row, shows a message and keeps the focus in the list', async () => {
    network.use(answer(endSession, {}));
    open();
    const button = within(await row(1)).getByRole('button');
    expect(plain(button.textContent)).toContain('Safari');
    network.use(answer(listSessions, [HERE, APP]));
    await press(1);
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(requestsTo(endSession)).toEqual([{ session_id: LAPTOP.sessionId }]);
    expect(plain(currentToast()?.text ?? '')).toContain('Safari');
    expect(document.activeElement?.textContent).toBe(word('data.sessions'));
    expect(storedLogin.read()).not.toBeNull();
  });

  it('a log-out request that is lost shows a message and leaves the row', async () => {
    network.use(answer(endSession, LOST));
    open();
    await press(1);
    await waitFor(() => expect(currentToast()?.text).toBe(word('data.sessionNotEnded')));
    expect(await rows()).toHaveLength(3);
  });

  it('while a session is being logged out, further presses send no second request', async () => {
    network.use(answer(endSession, SILENCE));
    open();
    await press(1);
    await press(2);
    await press(1);
    await waitFor(() => expect(requestsTo(endSession)).toHaveLength(1));
    expect(
      within(await row(1))
        .getByRole('button')
        .getAttribute('aria-busy'),
    ).toBe('true');
  });

  it('ending the session of this device logs out and reloads the page', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    network.use(answer(logOut, {}));
    open();
    await press(0);
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(storedLogin.read()).toBeNull();
    expect([requestsTo(logOut).length, requestsTo(endSession).length]).toEqual([1, 0]);
  });

  it.each([
    ['does not come', LOST],
    ['is refused', refuse('not-signed-in')],
  ] as const)('a session list that %s shows an error, and the retry button loads it', async (_what, said) => {
    network.use(answer(listSessions, said));
    open();
    expect(await screen.findByText(word('data.sessionsFailed'), {}, PATIENT)).toBeDefined();
    network.use(answer(listSessions, [HERE]));
    await userEvent.click(screen.getByRole('button', { name: word('common.retry') }));
    expect(await rows()).toHaveLength(1);
  });
});
