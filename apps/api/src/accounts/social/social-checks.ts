import type { SignInProviders } from '@jawhara/contract';
import type { Clock } from '../../platform/clock.ts';
import { checkAccessToken, type FacebookApp } from './facebook.ts';
import { idTokenCheck, type GoogleApp } from './google.ts';
import type { SocialProof } from './social-proof.ts';

const refused = async (): Promise<SocialProof> => ({ kind: 'refused' });

/** Both kinds of social sign-in. One that the operator has not set up believes nobody. */
export function socialChecks(
  { facebook, google }: { readonly facebook: FacebookApp | null; readonly google: GoogleApp | null },
  now: Clock,
) {
  return {
    checkAccessToken: facebook
      ? (sent: { readonly userId: string; readonly accessToken: string }) =>
          checkAccessToken(facebook, now, sent)
      : refused,
    checkIdToken: google ? idTokenCheck(google, now) : refused,
  };
}

/** The parts of the two providers that a browser may see: never our secret there. The nonce is its device's own. */
export function signInProvidersOf(
  {
    facebook,
    google,
  }: {
    readonly facebook: { readonly scriptUrl: string; readonly appId: string } | null;
    readonly google: { readonly scriptUrl: string; readonly clientId: string } | null;
  },
  nonce: string,
): SignInProviders {
  return {
    facebook: facebook && { scriptUrl: facebook.scriptUrl, appId: facebook.appId },
    google: google && { scriptUrl: google.scriptUrl, appId: google.clientId, nonce },
  };
}
