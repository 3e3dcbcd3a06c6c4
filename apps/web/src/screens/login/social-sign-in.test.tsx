import { logInWithFacebook, logInWithGoogle, readSignInProviders, readSiteConfig } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, network, refuse, SILENCE } from '../../api/test/network.ts';
import type * as StoredLogin from '../../browser/storage/login.ts';
import { act, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import type * as Words from '../../words/word.ts';

const SIGNED_IN = { sessionKey: 'a'.repeat(64), account: NOURA };
const PROVIDERS = {
  facebook: { scriptUrl: 'https://facebook.example/sdk.js', appId: '17' },
  google: { scriptUrl: 'https://google.example/client', appId: 'app.google', nonce: 'nonce-1' },
};

/** Modules of the currently open page; each test imports them anew. */
let word: typeof Words.word;
let storedLogin: typeof StoredLogin.storedLogin;

type Callback = (response: unknown) => void;
const page = globalThis as Record<string, unknown>;
const init = vi.fn<(options: unknown) => void>();
const initialize = vi.fn<(options: { callback: Callback }) => void>();
let facebookSays: unknown = null;

/** The globals that the two scripts define when they run. */
function runScript(url: string): void {
  if (url === PROVIDERS.facebook.scriptUrl) {
    page['FB'] = { init, login: (done: Callback) => done(facebookSays) };
    (page['fbAsyncInit'] as () => void)();
  } else
    page['google'] = {
      accounts: {
        id: {
          initialize,
          renderButton: (place: HTMLElement) => {
            const button = document.createElement('button');
            button.textContent = 'Google';
            button.addEventListener('click', () =>
              initialize.mock.lastCall?.[0].callback({ credential: 'a.b.c', select_by: 'btn' }),
            );
            place.replaceChildren(button);
          },
        },
      },
    };
}

let isBlocked = (_url: string): boolean => false;
const loaded: string[] = [];

beforeEach(() => {
  localStorage.clear();
  loaded.length = 0;
  isBlocked = () => false;
  facebookSays = { status: 'connected', authResponse: { accessToken: 'token', userID: '42' } };
  delete page['FB'];
  delete page['google'];
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const script = node as HTMLScriptElement;
    loaded.push(script.src);
    queueMicrotask(() => {
      if (!isBlocked(script.src)) runScript(script.src);
      script.dispatchEvent(new Event(isBlocked(script.src) ? 'error' : 'load'));
    });
  });
  network.use(answer(readSignInProviders, PROVIDERS), answer(readSiteConfig, SILENCE));
});
afterEach(() => vi.restoreAllMocks());

/** Opens the login screen in a new page, without the scripts of an earlier one. */
async function open(): Promise<void> {
  const { LoginScreen } = await import('./login-screen.tsx');
  ({ word } = await import('../../words/word.ts'));
  ({ storedLogin } = await import('../../browser/storage/login.ts'));
  render(<LoginScreen />);
  await screen.findByRole('button', { name: word('login.submit') });
}
const facebook = () => screen.findByRole('button', { name: word('login.facebook') });

describe('sign-in by Facebook and Google', () => {
  it('[LGN-02] [NET-11] the login screen loads Facebook’s script, and its sign-in sends an access token with the user id', async () => {
    network.use(answer(logInWithFacebook, SIGNED_IN));
    await open();
    await userEvent.click(await facebook());
    await waitFor(() =>
      expect(requestsTo(logInWithFacebook)).toEqual([{ user_id: '42', access_token: 'token' }]),
    );
    expect(init).toHaveBeenCalledWith(expect.objectContaining({ appId: '17', cookie: false }));
    expect(loaded.toSorted()).toEqual([PROVIDERS.facebook.scriptUrl, PROVIDERS.google.scriptUrl]);
  });

  it('[NET-11] a signed-in visitor loads no sign-in scripts until they choose to switch accounts', async () => {
    const { LoginScreen } = await import('./login-screen.tsx');
    ({ word } = await import('../../words/word.ts'));
    ({ storedLogin } = await import('../../browser/storage/login.ts'));
    storedLogin.write({ ...SIGNED_IN, storedAtMs: 0 });
    render(<LoginScreen />);
    const other = await screen.findByRole('button', { name: word('dlg.switch.yes') });
    expect([requestsTo(readSignInProviders), loaded]).toEqual([[], []]);
    await userEvent.click(other);
    await facebook();
    expect(loaded).toHaveLength(2);
  });

  it('[LGN-02] signing in with Google’s button sends an id token', async () => {
    network.use(answer(logInWithGoogle, SIGNED_IN));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Google' }));
    await waitFor(() => expect(requestsTo(logInWithGoogle)).toEqual([{ id_token: 'a.b.c' }]));
    expect(initialize).toHaveBeenCalledWith(
      expect.objectContaining({ client_id: 'app.google', nonce: 'nonce-1' }),
    );
  });

  it('[LGN-02] when the server’s answer has no nonce for Google, the page requests the sign-in providers again', async () => {
    const { google } = PROVIDERS;
    let asks = 0;
    network.use(
      answer(readSignInProviders, () => {
        asks += 1;
        return { ...PROVIDERS, google: { ...google, nonce: asks === 1 ? '' : 'nonce-2' } };
      }),
    );
    await open();
    await screen.findByRole('button', { name: 'Google' });
    expect(initialize.mock.lastCall?.[0]).toMatchObject({ nonce: 'nonce-2' });
  });

  it('[LGN-02] after Google’s token is refused, the next press uses a new nonce and signs in', async () => {
    network.use(answer(logInWithGoogle, refuse('login-refused')));
    await open();
    const { google } = PROVIDERS;
    network.use(answer(readSignInProviders, { ...PROVIDERS, google: { ...google, nonce: 'nonce-3' } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Google' }));
    await waitFor(() => expect(initialize.mock.lastCall?.[0]).toMatchObject({ nonce: 'nonce-3' }));
    network.use(answer(logInWithGoogle, SIGNED_IN));
    await userEvent.click(await screen.findByRole('button', { name: 'Google' }));
    await waitFor(() => expect(storedLogin.read()?.sessionKey).toBe(SIGNED_IN.sessionKey));
  });

  it('[LGN-06] [LGN-09] [NET-03] a provider sign-in without an account (21266) shows a message; a closed account (-10000) is signed out and its data deleted', async () => {
    network.use(answer(logInWithFacebook, refuse('login-unknown-person')));
    await open();
    await userEvent.click(await facebook());
    await screen.findByText(word('login.21266'));
    network.use(answer(logInWithFacebook, refuse('login-closed', { message: 'سُجّل خروجك' })));
    act(() => storedLogin.write({ ...SIGNED_IN, storedAtMs: 0 }));
    localStorage.setItem('jawhara.packs', '"what only they are offered"');
    await userEvent.click(await screen.findByRole('button', { name: word('dlg.switch.yes') }));
    await userEvent.click(await facebook());
    await waitFor(() => expect(storedLogin.read()).toBeNull());
    expect(localStorage.getItem('jawhara.packs')).toBeNull();
  });

  it('closing Facebook’s window shows no error and sends no request', async () => {
    facebookSays = { status: 'unknown', authResponse: null };
    await open();
    await userEvent.click(await facebook());
    expect(requestsTo(logInWithFacebook)).toEqual([]);
    expect(document.querySelector('.note')).toBeNull();
  });

  it('a blocked Google script leaves only the Facebook button', async () => {
    isBlocked = (url) => url === PROVIDERS.google.scriptUrl;
    await open();
    await facebook();
    expect(screen.queryByRole('button', { name: 'Google' })).toBeNull();
    await screen.findByText(word('login.or'));
  });

  it('without a network the Google button and the divider are hidden; they are back once online', async () => {
    await open();
    await facebook();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void dispatchEvent(new Event('offline')));
    expect(screen.queryByRole('button', { name: 'Google' })).toBeNull();
    expect(screen.queryByText(word('login.or'))).toBeNull();
    online.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByRole('button', { name: 'Google' });
  });

  it('with both sign-in scripts blocked the divider disappears', async () => {
    isBlocked = () => true;
    await open();
    await waitFor(() => expect(loaded).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(word('login.or'))).toBeNull());
  });
});
