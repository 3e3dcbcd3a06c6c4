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
  it('[LGN-01] are both asked for', async () => {
    render(<LoginScreen />);
    await userEvent.click(await submit());
    await screen.findByText(word('login.needId'));
    await screen.findByText(word('login.needPassword'));
    await waitFor(async () => expect(document.activeElement).toBe(await idField()));
    expect(requestsTo(logInWithPassword)).toEqual([]);
  });

  it('[LGN-04] [NAV-02] sign in: kept, chosen as recipient, and on to pay', async () => {
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

  it('Arabic digits in the id become Latin as they are typed', async () => {
    render(<LoginScreen />);
    await userEvent.type(await idField(), '٥٠٤٨۲١٣');
    expect(((await idField()) as HTMLInputElement).value).toBe('5048213');
  });

  it('[LGN-09] a wrong pair is said at the password, which is emptied', async () => {
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

  it('[LGN-09] no answer and a broken connection each have their words, and nothing typed is lost', async () => {
    network.use(answer(logInWithPassword, LOST));
    render(<LoginScreen />);
    await typePair();
    await screen.findByText(word('net.notConnected'));
    expect(((await passwordField()) as HTMLInputElement).value).toBe('secret');
  });

  it('[LGN-04] [LGN-09] an answer that does not come within 20 seconds is called late', async () => {
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

  it('[LGN-09] too many tries hold the button', async () => {
    network.use(answer(logInWithPassword, refuse('too-many-tries')));
    render(<LoginScreen />);
    await typePair();
    await screen.findAllByText(word('login.tooMany', { n: 1 }));
    expect((await submit()).getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(await passwordField(), 'again');
    await userEvent.click(await submit());
    expect(requestsTo(logInWithPassword)).toHaveLength(1);
  });

  it('without a network waits for it, and signs in by itself', async () => {
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

  it('the button is off without a network before anything is typed, and on again with it', async () => {
    setOnline(false);
    render(<LoginScreen />);
    expect((await submit()).getAttribute('aria-disabled')).toBe('true');
    setOnline(true);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(async () => expect((await submit()).getAttribute('aria-disabled')).toBeNull());
  });

  it('the id takes Arabic digits as ours, as the recipient’s field does', async () => {
    render(<LoginScreen />);
    const id = await screen.findByLabelText<HTMLInputElement>(word('login.id'));
    await userEvent.type(id, '٥٠٤٨٢١٣');
    expect(id.value).toBe('5048213');
  });

  it('shows the password on demand, and says what a press would do', async () => {
    render(<LoginScreen />);
    const password = await passwordField();
    expect(password.getAttribute('type')).toBe('password');
    await userEvent.click(await screen.findByRole('button', { name: word('login.show') }));
    expect(password.getAttribute('type')).toBe('text');
    await userEvent.click(await screen.findByRole('button', { name: word('login.hide') }));
    expect(password.getAttribute('type')).toBe('password');
  });
});

describe('somebody who is signed in', () => {
  it('sees who, and can become somebody else: the old key ends with it', async () => {
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

  it('whose session ends meanwhile is told so, above the form', async () => {
    storedLogin.write({ sessionKey: 'b'.repeat(64), account: AMAL, storedAtMs: 0 });
    render(<LoginScreen />);
    await screen.findByText('Amal');
    act(() => storedLogin.forget());
    await screen.findByText(word('login.loggedOut'));
  });
});
