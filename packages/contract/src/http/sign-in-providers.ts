import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** How a browser reaches one provider's sign-in: its script, and the name our app has there. */
export interface SignInProvider {
  readonly scriptUrl: string;
  readonly appId: string;
}

/** Null where the operator has not set one up. */
export interface SignInProviders {
  readonly facebook: SignInProvider | null;
  readonly google: SignInProvider | null;
}

const provider = v.pipe(
  v.object({ script_url: wireAddress, app_id: v.string() }),
  v.transform((wire): SignInProvider => ({ scriptUrl: wire.script_url, appId: wire.app_id })),
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
    v.object({ facebook: v.nullable(provider), google: v.nullable(provider) }),
    (given: SignInProviders) => ({
      facebook: writeProvider(given.facebook),
      google: writeProvider(given.google),
    }),
  ),
});
