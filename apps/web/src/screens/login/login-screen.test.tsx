import { logInWithPassword, logOut, readSignInProviders } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AMAL, NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network, refuse, SILENCE } from '../../api/test/network.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedRecipient } from '../../browser/storage/recipients.ts';
import { act, fireEvent, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { LoginScreen } from './login-screen.tsx';

const SIGNED_IN = { sessionKey: 'a'.repeat(64), account: NOURA };
const replace = vi.fn<(address: string | URL) => void>();
const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

beforeEach(() => {
  localStorage.clear();
  storedLogin.forget();
  history.replaceState(null, '', '/login');
  vi.spyOn(location, 'replace').mockImplementation(replace);
  replace.mockReset();
  network.use(answer(readSignInProviders, { facebook: null, google: null }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const idField = () => screen.findByLabelText(word('login.id'));
const passwordField = () => screen.findByLabelText(word('login.password'));
const submit = () => screen.findByRole('button', { name: word('login.submit') });

async function typePair(password = 'secret'): Promise<void> {
  await userEvent.type(await idField(), '5048213');
  await userEvent.type(await passwordField(), password);
  await userEvent.click(await submit());
}

describe('an id and a password', () => {
  it('[LGN-01] submitting an empty login form asks for id and password, focuses the id and sends nothing', async () => {
    render(<LoginScreen />);
    await userEvent.click(await submit());
    await screen.findByText(word('login.needId'));
    await screen.findByText(word('login.needPassword'));
    await waitFor(async () => expect(document.activeElement).toBe(await idField()));
    expect(requestsTo(logInWithPassword)).toEqual([]);
  });

  it('[LGN-04] [NAV-02] a login stores the session, chooses the account as recipient and leads to pay; no password is stored', async () => {
    let finish: (value: typeof SIGNED_IN) => void = () => undefined;
    network.use(
      answer(logInWithPassword, () => new Promise<typeof SIGNED_IN>((resolve) => (finish = resolve))),
    );
    render(<LoginScreen />);
    await typePair();
    const busy = await screen.findByRole('button', { name: word('progress.login') });
    expect(busy.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(requestsTo(logInWithPassword)).toHaveLength(1));
    finish(SIGNED_IN);
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/pay'));
    expect(requestsTo(logInWithPassword)).toEqual([{ display_uid: '5048213', password: 'secret' }]);
    expect(storedLogin.read()).toMatchObject(SIGNED_IN);
    expect(storedRecipient.read()).toEqual(NOURA);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret');
  });

  it('Arabic and Persian digits typed into the login id become Latin digits', async () => {
    render(<LoginScreen />);
    await userEvent.type(await idField(), '٥٠٤٨۲١٣');
    expect(((await idField()) as HTMLInputElement).value).toBe('5048213');
  });

  it('[LGN-09] a wrong id or password is reported at the password field, which is emptied and focused', async () => {
    network.use(answer(logInWithPassword, refuse('login-wrong')));
    render(<LoginScreen />);
    await typePair();
    await screen.findByText(word('login.wrong'));
    const password = await passwordField();
    expect((password as HTMLInputElement).value).toBe('');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(((await idField()) as HTMLInputElement).value).toBe('5048213');
  });

  it('[LGN-09] a lost login request shows a connection message and keeps the typed password', async () => {
    network.use(answer(logInWithPassword, LOST));
    render(<LoginScreen />);
    await typePair();
    await screen.findByText(word('net.notConnected'));
    expect(((await passwordField()) as HTMLInputElement).value).toBe('secret');
  });

  it('[LGN-04] [LGN-09] a login response that does not come within 20 seconds is reported as late', async () => {
    network.use(answer(logInWithPassword, SILENCE));
    render(<LoginScreen />);
    await userEvent.type(await idField(), '5048213');
    await userEvent.type(await passwordField(), 'secret');
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: word('login.submit') }));
    await act(() => vi.advanceTimersByTimeAsync(19_000));
    expect(screen.queryByText(word('login.timeout'))).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText(word('login.timeout'))).toBeTruthy();
  });

  it('[LGN-09] after too many login attempts the button is disabled and sends nothing', async () => {
    network.use(answer(logInWithPassword, refuse('too-many-tries')));
    render(<LoginScreen />);
    await typePair();
    await screen.findAllByText(word('login.tooMany', { n: 1 }));
    expect((await submit()).getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(await passwordField(), 'again');
    await userEvent.click(await submit());
    expect(requestsTo(logInWithPassword)).toHaveLength(1);
  });

  it('a login pressed without a network waits, and is sent by itself when the network is back', async () => {
    network.use(answer(logInWithPassword, SIGNED_IN));
    setOnline(false);
    render(<LoginScreen />);
    await typePair();
    await screen.findAllByText('نسجّل الدخول عند عودة الاتصال.');
    expect((await submit()).getAttribute('aria-disabled')).toBe('true');
    expect(requestsTo(logInWithPassword)).toEqual([]);
    setOnline(true);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/pay'));
  });

  it('the login button is disabled without a network, and enabled when the network is back', async () => {
    setOnline(false);
    render(<LoginScreen />);
    expect((await submit()).getAttribute('aria-disabled')).toBe('true');
    setOnline(true);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(async () => expect((await submit()).getAttribute('aria-disabled')).toBeNull());
  });

  it('Arabic digits typed into the login id become Latin digits', async () => {
    render(<LoginScreen />);
    const id = await screen.findByLabelText<HTMLInputElement>(word('login.id'));
    await userEvent.type(id, '٥٠٤٨٢١٣');
    expect(id.value).toBe('5048213');
  });

  it('the password can be shown and hidden again', async () => {
    render(<LoginScreen />);
    const password = await passwordField();
    expect(password.getAttribute('type')).toBe('password');
    await userEvent.click(await screen.findByRole('button', { name: word('login.show') }));
    expect(password.getAttribute('type')).toBe('text');
    await userEvent.click(await screen.findByRole('button', { name: word('login.hide') }));
    expect(password.getAttribute('type')).toBe('password');
  });
});

describe('a signed-in visitor on the login screen', () => {
  it('a signed-in visitor sees the account’s name, and signing in as another account ends the old session', async () => {
    const before = { sessionKey: 'b'.repeat(64), account: AMAL, storedAtMs: 0 };
    storedLogin.write(before);
    const ended: (string | null)[] = [];
    network.use(
      answer(logInWithPassword, SIGNED_IN),
      answer(logOut, (_request, headers) => {
        ended.push(headers.get('x-session-key'));
        return {};
      }),
    );
    render(<LoginScreen />);
    await screen.findByText('Amal');
    await userEvent.click(await screen.findByRole('button', { name: word('dlg.switch.yes') }));
    await typePair();
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/pay'));
    expect(storedLogin.read()).toMatchObject(SIGNED_IN);
    expect(ended).toEqual([before.sessionKey]);
  });

  it('a visitor whose session ends on the login screen sees a message', async () => {
    storedLogin.write({ sessionKey: 'b'.repeat(64), account: AMAL, storedAtMs: 0 });
    render(<LoginScreen />);
    await screen.findByText('Amal');
    act(() => storedLogin.forget());
    await screen.findByText(word('login.loggedOut'));
  });
});
