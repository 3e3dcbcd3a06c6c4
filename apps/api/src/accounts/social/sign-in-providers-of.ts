import type { SignInProviders } from '@jawhara/contract';
import type { Env } from '../../env.ts';

/** What a browser may know of the two providers, never the secret of ours there, and the nonce of its device. */
export function signInProvidersOf({ facebook, google }: Env['logins'], nonce: string): SignInProviders {
  return {
    facebook: facebook && { scriptUrl: facebook.scriptUrl, appId: facebook.appId },
    google: google && { scriptUrl: google.scriptUrl, appId: google.clientId, nonce },
  };
}
