import { logInWithTicket, logOut, readSignedInAccount, readTicket } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AMAL, NOURA } from '../../../api/test/accounts.ts';
import { answer, requestsTo, network, refuse } from '../../../api/test/network.ts';
import type { LinkCredentials } from '../../../browser/link-credentials.ts';
import { storedLogin, storedTicket } from '../../../browser/storage/login.ts';
import { currentToast, plain, render, screen, userEvent, waitFor } from '../../../ui/test/library.ts';
import { word } from '../../../words/word.ts';
import { AppSignInSheet } from './app-sign-in-sheet.tsx';

const TICKET: LinkCredentials = { by: 'ticket', secret: 'ticket-1' };
const KEY: LinkCredentials = { by: 'session_key', secret: 'b'.repeat(64) };
const NOURA_HERE = { sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 0 };
const AMAL_NOW = { sessionKey: 'c'.repeat(64), account: AMAL };
const reload = vi.fn<() => void>();

beforeEach(() => {
  localStorage.clear();
  storedLogin.forget();
  history.replaceState(null, '', '/pay');
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => vi.restoreAllMocks());

describe('a ticket of the app', () => {
  it('[LGN-03] [NAV-07 in part] a ticket in a link asks for confirmation with the account’s id, and confirming signs in', async () => {
    network.use(answer(readTicket, AMAL), answer(logInWithTicket, AMAL_NOW));
    render(<AppSignInSheet credentials={TICKET} />);
    const question = await screen.findByRole('dialog', { name: word('login.title') });
    expect(plain(question.textContent)).toContain('المعرّف 3310457');
    expect(requestsTo(logInWithTicket)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: word('dlg.login.yes') }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(storedLogin.read()).toMatchObject(AMAL_NOW);
    expect(storedTicket.read()).toBe('ticket-1');
  });

  it('[LGN-03] a declined sign-in ticket signs nobody in, and opening its link again shows no dialog', async () => {
    network.use(answer(readTicket, AMAL));
    const { unmount } = render(<AppSignInSheet credentials={TICKET} />);
    await userEvent.click(await screen.findByRole('button', { name: word('dlg.login.no') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    unmount();
    render(<AppSignInSheet credentials={TICKET} />);
    await Promise.resolve();
    expect(requestsTo(readTicket)).toHaveLength(1);
    expect(requestsTo(logInWithTicket)).toEqual([]);
    expect(storedLogin.read()).toBeNull();
  });

  it('[NET-03] a sign-in ticket refused with -10000 signs the current account out, and the payer sees a message', async () => {
    storedLogin.write(NOURA_HERE);
    network.use(answer(readTicket, AMAL), answer(logInWithTicket, refuse('login-closed')));
    render(<AppSignInSheet credentials={TICKET} />);
    await userEvent.click(await screen.findByRole('button', { name: word('dlg.switch.yes') }));
    await waitFor(() => expect(currentToast()?.text).toMatch(/سُجّل خروجك/));
    expect(storedLogin.read()).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(storedTicket.read()).toBe('ticket-1');
  });

  it('a link with an expired or used ticket shows a message', async () => {
    network.use(answer(readTicket, refuse('login-ticket-void')));
    render(<AppSignInSheet credentials={TICKET} />);
    await waitFor(() => expect(currentToast()?.text).toMatch(/انتهت صلاحية الرابط/));
  });
});

describe('a session key in the link', () => {
  const whoBrings = (keys: (string | null)[]) =>
    answer(readSignedInAccount, (_request, headers) => {
      keys.push(headers.get('x-session-key'));
      return AMAL;
    });

  it('[APP-22] [LGN-05] a session key in a link asks for confirmation with the account’s id, and confirming signs in', async () => {
    const keys: (string | null)[] = [];
    network.use(whoBrings(keys));
    render(<AppSignInSheet credentials={KEY} />);
    const question = await screen.findByRole('dialog', { name: word('login.title') });
    expect(plain(question.textContent)).toContain('المعرّف 3310457');
    expect(keys).toEqual([KEY.secret]);
    expect(storedLogin.read()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: word('dlg.login.yes') }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(storedLogin.read()).toMatchObject({ sessionKey: KEY.secret, account: AMAL });
  });

  it('[ORD-14 in part] the owner of a session key in a link is read with a request without the device’s cookie', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    network.use(whoBrings([]));
    render(<AppSignInSheet credentials={KEY} />);
    await screen.findByRole('dialog', { name: word('login.title') });
    const sent = fetched.mock.calls.filter(
      ([url]) => typeof url === 'string' && url.includes(readSignedInAccount.path),
    );
    expect(sent.map(([, init]) => init?.credentials)).toEqual(['omit']);
  });

  it.each([
    [
      'the "no" button',
      async () => userEvent.click(screen.getByRole('button', { name: word('dlg.login.no') })),
    ],
    [
      'the close button',
      async () => userEvent.click(screen.getByRole('button', { name: word('a11y.closeDialog') })),
    ],
  ])(
    '[APP-22] declining a session key with %s signs nobody in and stores nothing of the key',
    async (_how, sayNo) => {
      network.use(whoBrings([]));
      render(<AppSignInSheet credentials={KEY} />);
      await screen.findByRole('dialog', { name: word('login.title') });
      await sayNo();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(storedLogin.read()).toBeNull();
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(KEY.secret);
      expect(reload).not.toHaveBeenCalled();
    },
  );

  it('[LGN-05] [APP-22] a session key of another account asks whether to switch; declining changes nothing', async () => {
    storedLogin.write(NOURA_HERE);
    network.use(whoBrings([]));
    render(<AppSignInSheet credentials={KEY} />);
    const question = await screen.findByRole('dialog', { name: word('dlg.switch.title') });
    expect(plain(question.textContent)).toContain('3310457');
    await userEvent.click(screen.getByRole('button', { name: word('dlg.switch.no') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(storedLogin.read()).toEqual(NOURA_HERE);
    expect(reload).not.toHaveBeenCalled();
  });

  it('[LGN-05] switching to the account of a session key ends the old session, here and at the server', async () => {
    storedLogin.write(NOURA_HERE);
    const ended: (string | null)[] = [];
    network.use(
      whoBrings([]),
      answer(logOut, (_request, headers) => {
        ended.push(headers.get('x-session-key'));
        return {};
      }),
    );
    render(<AppSignInSheet credentials={KEY} />);
    await userEvent.click(await screen.findByRole('button', { name: word('dlg.switch.yes') }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(ended).toEqual([NOURA_HERE.sessionKey]);
    expect(storedLogin.read()).toMatchObject({ account: AMAL });
  });
});
