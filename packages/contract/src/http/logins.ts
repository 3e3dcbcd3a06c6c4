import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';
import { faceFields, faceOf, writeFace, type AccountFace } from './accounts.ts';

/** The browser's settings for one provider's sign-in: its script, and our app id there. */
export interface SignInProvider {
  readonly scriptUrl: string;
  readonly appId: string;
}

export interface GoogleSignIn extends SignInProvider {
  /**
   * Google puts it into the id token, which is then valid for this device only. Empty for a device without a cookie yet: the page
   * must make this call again.
   */
  readonly nonce: string;
}

/** The providers of social sign-in; null for one that the operator has not configured. */
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
    // A server of the previous release sends none.
    nonce: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{0,128}$/)), ''),
  }),
  v.transform((wire): GoogleSignIn => ({
    scriptUrl: wire.script_url,
    appId: wire.app_id,
    nonce: wire.nonce,
  })),
);

const writeProvider = (provider: SignInProvider | null) =>
  provider && { script_url: provider.scriptUrl, app_id: provider.appId };

/** Not part of the specification. Separate from the site's configuration, because only the login screen needs it. */
export const readSignInProviders = endpoint({
  name: 'readSignInProviders',
  methods: ['GET'],
  changes: false,
  path: '/api/web/sign_in_providers/',
  request: codec(v.object({}), () => ({})),
  answer: codec(
    v.object({ facebook: v.nullable(provider), google: v.nullable(google) }),
    (providers: SignInProviders) => ({
      facebook: writeProvider(providers.facebook),
      google: providers.google && {
        script_url: providers.google.scriptUrl,
        app_id: providers.google.appId,
        nonce: providers.google.nonce,
      },
    }),
  ),
});

/** The answer to every login: a session key and its account. */
export interface SignedIn {
  readonly sessionKey: string;
  readonly account: AccountFace;
}

const wireSessionKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const signedIn = codec(
  v.pipe(
    v.object({ session_key: wireSessionKey, ...faceFields }),
    v.transform((wire): SignedIn => ({ sessionKey: wire.session_key, account: faceOf(wire) })),
  ),
  (signedIn: SignedIn) => ({ session_key: signedIn.sessionKey, ...writeFace(signedIn.account) }),
);

/** Device facts sent by the app: limited in length, and not used. */
const deviceFact = v.optional(v.union([v.pipe(v.string(), v.maxLength(256)), v.number()]));
const deviceFacts = {
  version_code: deviceFact,
  device: deviceFact,
  device_uuid: deviceFact,
  sdcard_uuid: deviceFact,
  uuid: deviceFact,
  mac: deviceFact,
  phone: deviceFact,
};

const secret = (charactersMax: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(charactersMax));

/** Fields may be empty here: the server refuses a missing or unreadable field with a message of its own. */
export interface PasswordLogin {
  readonly typedId: string;
  readonly password: string;
}

export const logInWithPassword = endpoint({
  name: 'logInWithPassword',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/user/account_login/',
  refusals: ['login-id-missing', 'login-password-missing', 'login-wrong', 'login-closed', 'too-many-tries'],
  request: codec(
    v.pipe(
      v.object({
        display_uid: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
        password: v.optional(v.pipe(v.string(), v.maxLength(256)), ''),
        device: deviceFact,
        uuid: deviceFact,
      }),
      v.transform((wire): PasswordLogin => ({ typedId: wire.display_uid, password: wire.password })),
    ),
    (request: PasswordLogin) => ({ display_uid: request.typedId, password: request.password }),
  ),
  answer: signedIn,
});

export const logInWithTicket = endpoint({
  name: 'logInWithTicket',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/web/ticket_login/',
  refusals: ['login-ticket-void', 'login-closed', 'too-many-tries'],
  request: codec(v.object({ ticket: secret(256) }), (request: { ticket: string }) => request),
  answer: signedIn,
});

/** Not part of the specification: the owner of a ticket, read before it is used, so that the visitor can decline. */
export const readTicket = endpoint({
  name: 'readTicket',
  methods: ['POST'],
  changes: false,
  path: '/api/web/ticket_info/',
  refusals: ['login-ticket-void', 'too-many-tries'],
  request: codec(v.object({ ticket: secret(256) }), (request: { ticket: string }) => request),
  answer: codec(v.pipe(v.object(faceFields), v.transform(faceOf)), writeFace),
});

/** A person's id at Facebook, with the access token that proves it. */
export interface AccessTokenLogin {
  readonly userId: string;
  readonly accessToken: string;
}

const SOCIAL_REFUSALS = [
  'login-refused',
  'login-provider-away',
  'login-unknown-person',
  'login-closed',
  'too-many-tries',
] as const;

const accessTokenFields = {
  user_id: v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,64}$/)),
  access_token: secret(4_096),
};

const accessTokenLogin = (wire: { user_id: string; access_token: string }): AccessTokenLogin => ({
  userId: wire.user_id,
  accessToken: wire.access_token,
});

export const logInWithFacebook = endpoint({
  name: 'logInWithFacebook',
  methods: ['POST'],
  changes: true,
  path: '/api/user/facebook_login/',
  refusals: SOCIAL_REFUSALS,
  request: codec(
    v.pipe(
      v.object({ ...accessTokenFields, ...deviceFacts }),
      v.transform((wire): AccessTokenLogin => accessTokenLogin(wire)),
    ),
    (request: AccessTokenLogin) => ({ user_id: request.userId, access_token: request.accessToken }),
  ),
  answer: signedIn,
});

/** The older path of the same login. This site creates no accounts, whatever `auto_create` says. */
export const readLoginKey = endpoint({
  name: 'readLoginKey',
  methods: ['POST'],
  changes: true,
  path: '/api/user_mode/get_login_key/',
  refusals: SOCIAL_REFUSALS,
  request: codec(
    v.pipe(
      v.object({
        ...accessTokenFields,
        login_type: v.literal('facebook'),
        auto_create: v.optional(v.union([v.boolean(), v.number(), v.pipe(v.string(), v.maxLength(8))])),
      }),
      v.transform((wire): AccessTokenLogin => accessTokenLogin(wire)),
    ),
    (request: AccessTokenLogin) => ({
      login_type: 'facebook' as const,
      user_id: request.userId,
      access_token: request.accessToken,
    }),
  ),
  answer: signedIn,
});

export const logInWithGoogle = endpoint({
  name: 'logInWithGoogle',
  methods: ['POST'],
  changes: true,
  path: '/api/user/google_login/',
  refusals: SOCIAL_REFUSALS,
  request: codec(
    v.pipe(
      v.object({ id_token: secret(8_192), ...deviceFacts }),
      v.transform((wire) => ({ idToken: wire.id_token })),
    ),
    (request: { idToken: string }) => ({ id_token: request.idToken }),
  ),
  answer: signedIn,
});

/** Not part of the specification: replaces the session key that was sent by a new one. */
export const refreshSession = endpoint({
  name: 'refreshSession',
  methods: ['POST'],
  changes: true,
  path: '/api/user/refresh_session/',
  refusals: ['not-signed-in', 'busy'],
  request: codec(v.object({}), () => ({})),
  answer: signedIn,
});

/** Not part of the specification. Logging out twice is harmless. */
export const logOut = endpoint({
  name: 'logOut',
  methods: ['POST'],
  changes: true,
  path: '/api/user/logout/',
  request: codec(v.object({}), () => ({})),
  answer: codec(v.object({}), () => ({})),
});

/** Not part of the specification: ends all sessions of this account. */
export const logOutEverywhere = endpoint({
  name: 'logOutEverywhere',
  methods: ['POST'],
  changes: true,
  path: '/api/user/logout_everywhere/',
  refusals: ['not-signed-in'],
  request: codec(v.object({}), () => ({})),
  answer: codec(v.object({}), () => ({})),
});
