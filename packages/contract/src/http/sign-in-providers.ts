import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** How a browser reaches one provider's sign-in: its script, and the name our app has there. */
export interface SignInProvider {
  readonly scriptUrl: string;
  readonly appId: string;
}

export interface GoogleSignIn extends SignInProvider {
  /** Goes into the id token, which is then good for this device alone. Empty for a device that has just been met: it asks again. */
  readonly nonce: string;
}

/** Null where the operator has not set one up. */
export interface SignInProviders {
  readonly facebook: SignInProvider | null;
  readonly google: GoogleSignIn | null;
}

const provider = v.pipe(
  v.object({ script_url: wireAddress, app_id: v.string() }),
  v.transform((wire): SignInProvider => ({ scriptUrl: wire.script_url, appId: wire.app_id })),
);

const google = v.pipe(
  v.object({
    script_url: wireAddress,
    app_id: v.string(),
    // A server of the release before sends none.
    nonce: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{0,128}$/)), ''),
  }),
  v.transform((wire): GoogleSignIn => ({
    scriptUrl: wire.script_url,
    appId: wire.app_id,
    nonce: wire.nonce,
  })),
);

const writeProvider = (given: SignInProvider | null) =>
  given && { script_url: given.scriptUrl, app_id: given.appId };

/** Our own. Apart from the site's configuration: only the login screen asks, and no other page carries it. */
export const readSignInProviders = endpoint({
  name: 'readSignInProviders',
  methods: ['GET'],
  changes: false,
  path: '/api/web/sign_in_providers/',
  request: codec(v.object({}), () => ({})),
  answer: codec(
    v.object({ facebook: v.nullable(provider), google: v.nullable(google) }),
    (given: SignInProviders) => ({
      facebook: writeProvider(given.facebook),
      google: given.google && {
        script_url: given.google.scriptUrl,
        app_id: given.google.appId,
        nonce: given.google.nonce,
      },
    }),
  ),
});
