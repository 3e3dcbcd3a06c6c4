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
/** A failed request is repeated twice, with pauses. */
const PATIENT = { timeout: 15_000 };

let account = 4_000;
beforeEach(() => {
  // Another account each time: the answers for an account are cached for the life of the page.
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

describe.each(['ar', 'en'] as const)('where somebody is logged in, in %s', (locale) => {
  beforeEach(() => {
    document.documentElement.lang = locale;
  });

  it('is awaited, then listed by device, kind and times, this device marked', async () => {
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

  it('on one device only says so', async () => {
    network.use(answer(listSessions, [HERE]));
    open();
    expect(await screen.findByText(word('data.sessionsOnly'))).toBeDefined();
    expect(await rows()).toHaveLength(1);
  });

  it('is logged out one by one: the row goes, it is said, and the focus stays in the list', async () => {
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

  it('is told when a log-out did not reach us, and nothing goes', async () => {
    network.use(answer(endSession, LOST));
    open();
    await press(1);
    await waitFor(() => expect(currentToast()?.text).toBe(word('data.sessionNotEnded')));
    expect(await rows()).toHaveLength(3);
  });

  it('cannot be pressed twice while a log-out is under way', async () => {
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

  it('ends here by logging out of this device, and the page begins anew', async () => {
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
  ] as const)('that %s says so, and is asked for again by a press', async (_what, said) => {
    network.use(answer(listSessions, said));
    open();
    expect(await screen.findByText(word('data.sessionsFailed'), {}, PATIENT)).toBeDefined();
    network.use(answer(listSessions, [HERE]));
    await userEvent.click(screen.getByRole('button', { name: word('common.retry') }));
    expect(await rows()).toHaveLength(1);
  });
});
