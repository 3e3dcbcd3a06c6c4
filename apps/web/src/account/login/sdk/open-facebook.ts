import type { SignInProvider } from '@jawhara/contract';
import type { Proof } from '../form/login-form-state.ts';
import { loadScript, SCRIPT_WAIT_MS } from '../../../browser/load-script.ts';

/** The part of `FB` that we use, as its documentation has it. */
interface FacebookScript {
  init(options: { appId: string; version: string; cookie: boolean; xfbml: boolean }): void;
  login(done: (response: unknown) => void, options: { scope: string }): void;
}

declare global {
  var FB: FacebookScript | undefined;
  var fbAsyncInit: (() => void) | undefined;
}

export interface Facebook {
  /** Opens Facebook's window, so it must be called while the press is handled. Null when the visitor cancels. */
  readonly ask: () => Promise<Proof | null>;
}

const GRAPH_VERSION = 'v23.0';

function proofIn(response: unknown): Proof | null {
  const { authResponse } = response as { authResponse?: { accessToken?: unknown; userID?: unknown } | null };
  const { accessToken, userID } = authResponse ?? {};
  if (typeof accessToken !== 'string' || typeof userID !== 'string') return null;
  return { by: 'facebook', userId: userID, accessToken };
}

/** Facebook's script calls back when it is ready. Null when it never does. */
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
        script.login((response) => resolve(proofIn(response)), { scope: 'public_profile' });
      }),
  };
}
