import type { SignInProvider, GoogleSignIn } from '@jawhara/contract';
import type { Proof } from '../form/login-form.ts';
import { loadScript, SCRIPT_WAIT_MS } from '../../../browser/load-script.ts';
import { pageLocale } from '../../../words/word.ts';

/** The part of `FB` that we use, as documented. */
interface FacebookScript {
  init(options: { appId: string; version: string; cookie: boolean; xfbml: boolean }): void;
  login(done: (response: unknown) => void, options: { scope: string }): void;
}

declare global {
  var FB: FacebookScript | undefined;
  var fbAsyncInit: (() => void) | undefined;
}

export interface Facebook {
  /** Opens Facebook's window, so it must be called during the press. Null when the visitor cancels. */
  readonly ask: () => Promise<Proof | null>;
}

const GRAPH_VERSION = 'v23.0';

function facebookProofIn(response: unknown): Proof | null {
  const { authResponse } = response as { authResponse?: { accessToken?: unknown; userID?: unknown } | null };
  const { accessToken, userID } = authResponse ?? {};
  if (typeof accessToken !== 'string' || typeof userID !== 'string') return null;
  return { by: 'facebook', userId: userID, accessToken };
}

/** Facebook's script calls back when it is ready. Null if it never does. */
export async function openFacebook({ scriptUrl, appId }: SignInProvider): Promise<Facebook | null> {
  const isReady = new Promise<boolean>((resolve) => {
    globalThis.fbAsyncInit = () => resolve(true);
    setTimeout(() => resolve(false), SCRIPT_WAIT_MS);
  });
  if (!(await loadScript(scriptUrl)) || !(await isReady)) return null;
  const script = globalThis.FB;
  if (script === undefined) return null;
  script.init({ appId, version: GRAPH_VERSION, cookie: false, xfbml: false });
  return {
    ask: () =>
      new Promise((resolve) => {
        script.login((response) => resolve(facebookProofIn(response)), { scope: 'public_profile' });
      }),
  };
}

/** The part of `google.accounts.id` that we use, as documented. */
interface GoogleScript {
  initialize(options: {
    client_id: string;
    callback: (response: unknown) => void;
    ux_mode: 'popup';
    auto_select: boolean;
    nonce?: string;
  }): void;
  renderButton(parent: HTMLElement, look: Readonly<Record<string, string | number>>): void;
}

export interface Google {
  /** Google draws its own button in its own frame. The result of a press goes to `onProof`. */
  readonly showButton: (place: HTMLElement, onProof: (proof: Proof) => void) => void;
}

/** Google's limits for the button's width. */
const BUTTON_PX = { least: 200, most: 400 };

function googleProofIn(response: unknown): Proof | null {
  const { credential } = response as { credential?: unknown };
  return typeof credential === 'string' ? { by: 'google', idToken: credential } : null;
}

const options = (signIn: GoogleSignIn, callback: (response: unknown) => void) => ({
  client_id: signIn.appId,
  ux_mode: 'popup' as const,
  auto_select: false,
  ...(signIn.nonce === '' ? {} : { nonce: signIn.nonce }),
  callback,
});

/**
 * Google's token is valid for the device whose nonce it carries. If this browser has become another device since, the token is
 * refused: the nonce is fetched again after every press, so that the next token is valid.
 */
export async function openGoogle(
  signIn: GoogleSignIn,
  refetch: () => Promise<GoogleSignIn | null>,
): Promise<Google | null> {
  if (!(await loadScript(signIn.scriptUrl))) return null;
  const page = globalThis as { google?: { accounts?: { id?: GoogleScript } } };
  const script = page.google?.accounts?.id;
  if (script === undefined) return null;
  let onProofNow: (proof: Proof) => void = () => undefined;
  let draw: () => void = () => undefined;
  let { nonce } = signIn;
  const take = (response: unknown): void => {
    const proof = googleProofIn(response);
    if (proof === null) return;
    onProofNow(proof);
    void renew();
  };
  async function renew(): Promise<void> {
    const fresh = await refetch();
    if (fresh === null || fresh.nonce === nonce) return;
    ({ nonce } = fresh);
    script?.initialize(options(fresh, take));
    draw();
  }
  script.initialize(options(signIn, take));
  return {
    showButton(place, onProof) {
      onProofNow = onProof;
      draw = () =>
        script.renderButton(place, {
          type: 'standard',
          theme: 'outline',
          size: 'large',
          text: 'continue_with',
          shape: 'rectangular',
          logo_alignment: 'center',
          locale: pageLocale(),
          width: Math.min(BUTTON_PX.most, Math.max(BUTTON_PX.least, place.clientWidth)),
        });
      draw();
    },
  };
}
