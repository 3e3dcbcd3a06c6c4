import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignInProviders } from '@jawhara/contract';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';

/** Identifies a token that may be used only once, and when it expires. */
export interface SingleUseToken {
  readonly digest: Buffer;
  readonly endsAt: Date;
}

/**
 * The result of checking a social sign-in: the person of a valid proof, that the proof is invalid, or that the provider
 * does not answer.
 */
export type SocialProof =
  | { readonly kind: 'proven'; readonly subject: string; readonly singleUse: SingleUseToken | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'away' };

const PROVIDER_TIMEOUT_MS = 5_000;

/** The keys that sign devices. The first one signs, all of them are accepted. */
export type NonceKeys = readonly [string, ...string[]];

/**
 * The nonce that Google puts into a token for this device. The page gets it from the server and cannot choose it. It is
 * computed from the device, so nothing is stored. A token stolen from one device is useless on another.
 */
function nonceBy(device: string, key: string): Buffer {
  return createHmac('sha256', key).update(`google-nonce:${device}`).digest();
}

export function nonceOfDevice(device: string, [key]: NonceKeys): string {
  return nonceBy(device, key).toString('base64url');
}

/** Accepts a nonce made with any of our keys, because the keys may be changed while Google's button is on screen. */
export function isNonceOfDevice(sent: unknown, device: string, keys: NonceKeys): boolean {
  if (typeof sent !== 'string') return false;
  const nonce = Buffer.from(sent, 'base64url');
  return keys.some((key) => {
    const own = nonceBy(device, key);
    return nonce.length === own.length && timingSafeEqual(nonce, own);
  });
}

export interface FacebookApp {
  readonly apiUrl: string;
  readonly appId: string;
  readonly appSecret: string;
}

const debugTokenSchema = v.object({
  data: v.object({
    app_id: v.optional(v.string()),
    user_id: v.optional(v.string()),
    is_valid: v.boolean(),
    /** A time in seconds; 0 if the token does not expire. */
    expires_at: v.optional(v.number(), 0),
  }),
});

/**
 * Has Facebook check an access token. A token of another app or person is invalid. The token has no nonce, and
 * Facebook's script returns the same one as long as it is valid, so it cannot be made single use. Instead Facebook
 * checks it at every sign-in. It is sent by POST only, and neither stored nor logged.
 */
async function checkAccessToken(
  app: FacebookApp,
  now: Clock,
  { userId, accessToken }: { readonly userId: string; readonly accessToken: string },
): Promise<SocialProof> {
  const query = new URLSearchParams({
    input_token: accessToken,
    access_token: `${app.appId}|${app.appSecret}`,
  });
  let body: unknown;
  try {
    const response = await fetch(`${app.apiUrl}/debug_token?${query.toString()}`, {
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      redirect: 'error',
    });
    // Facebook reports a bad token with status 200. Any other status means that our own key is refused, a limit or an outage.
    if (!response.ok) return { kind: 'away' };
    body = await response.json();
  } catch {
    return { kind: 'away' };
  }
  const parsed = v.safeParse(debugTokenSchema, body);
  if (!parsed.success) return { kind: 'away' };
  const { app_id, user_id, is_valid, expires_at } = parsed.output.data;
  const isLive = is_valid && (expires_at === 0 || expires_at * 1000 > now().getTime());
  if (!isLive || app_id !== app.appId || user_id !== userId) return { kind: 'refused' };
  return { kind: 'proven', subject: userId, singleUse: null };
}

export interface GoogleApp {
  readonly certsUrl: string;
  readonly clientId: string;
}

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const CLOCK_DIFFERENCE_S = 10;
const RETENTION_AFTER_EXPIRY_S = 60;

/** True if the error says that the token is invalid. Any other error means that the token could not be checked. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== errors.JOSEError.code
  );
}

/** Whether this is the nonce of the device that sends the token. */
export type IsNonce = (nonce: unknown) => boolean;
export type CheckIdToken = (idToken: string, isNonce: IsNonce) => Promise<SocialProof>;

/**
 * Identifies the token by its signed part, because the last letter of the signature has unused bits: one token can be
 * written in several ways. The id is stored until the token has expired by every clock.
 */
function singleUseOf(idToken: string, expiresAtS: number): SingleUseToken {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  return {
    digest: createHash('sha256').update(signed).digest(),
    endsAt: new Date((expiresAtS + RETENTION_AFTER_EXPIRY_S) * 1000),
  };
}

/** Checks tokens with the provider's public keys, which are fetched once and cached for minutes. */
function idTokenCheck(app: GoogleApp, now: Clock): CheckIdToken {
  const keys = createRemoteJWKSet(new URL(app.certsUrl), { timeoutDuration: PROVIDER_TIMEOUT_MS });
  return async (idToken, isNonce) => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: ISSUERS,
        audience: app.clientId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_DIFFERENCE_S,
        currentDate: now(),
      });
      const { sub: subject, exp, nonce } = payload;
      if (!subject || exp === undefined || !isNonce(nonce)) return { kind: 'refused' };
      return { kind: 'proven', subject, singleUse: singleUseOf(idToken, exp) };
    } catch (error) {
      return { kind: isAboutTheToken(error) ? 'refused' : 'away' };
    }
  };
}

const refused = async (): Promise<SocialProof> => ({ kind: 'refused' });

/** The checks of both social sign-ins. One that is not configured accepts no token. */
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

/** The public settings of both providers, without our secrets. The nonce belongs to the calling device. */
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
