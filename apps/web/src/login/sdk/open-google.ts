import type { SignInProvider } from '@jawhara/contract';
import { pageLocale } from '../../words/page-locale.ts';
import type { Proof } from '../form/login-form-state.ts';
import { loadScript } from '../../host/load-script.ts';

/** What we use of `google.accounts.id`, as its documentation has it. */
interface GoogleScript {
  initialize(options: {
    client_id: string;
    callback: (response: unknown) => void;
    ux_mode: 'popup';
    auto_select: boolean;
  }): void;
  renderButton(parent: HTMLElement, look: Readonly<Record<string, string | number>>): void;
}

export interface Google {
  /** Its button is its own, in its own frame. What a press leads to goes to `onProof`. */
  readonly showButton: (place: HTMLElement, onProof: (proof: Proof) => void) => void;
}

/** Bounds of its own. */
const BUTTON_PX = { least: 200, most: 400 };

function proofIn(response: unknown): Proof | null {
  const { credential } = response as { credential?: unknown };
  return typeof credential === 'string' ? { by: 'google', idToken: credential } : null;
}

export async function openGoogle({ scriptUrl, appId }: SignInProvider): Promise<Google | null> {
  if (!(await loadScript(scriptUrl))) return null;
  const page = globalThis as { google?: { accounts?: { id?: GoogleScript } } };
  const script = page.google?.accounts?.id;
  if (script === undefined) return null;
  let onProofNow: (proof: Proof) => void = () => undefined;
  script.initialize({
    client_id: appId,
    ux_mode: 'popup',
    auto_select: false,
    callback: (response) => {
      const proof = proofIn(response);
      if (proof !== null) onProofNow(proof);
    },
  });
  return {
    showButton(place, onProof) {
      onProofNow = onProof;
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
    },
  };
}
