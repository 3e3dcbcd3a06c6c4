import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignInProviders } from '@jawhara/contract';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';

/** A one-time token: its id, and when it expires. */
export interface SingleUseToken {
  readonly digest: Buffer;
  readonly endsAt: Date;
}

/** The sign-in provider's answer: the account of a valid proof, that the proof is invalid, or that the provider does not answer. */
export type SocialProof =
  | { readonly kind: 'proven'; readonly subject: string; readonly singleUse: SingleUseToken | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'away' };

const PROVIDER_TIMEOUT_MS = 5_000;

/** The keys that sign devices: the first signs, all are accepted. */
export type NonceKeys = readonly [string, ...string[]];

/**
 * The nonce that Google puts into a token for this device. The page gets it from us and cannot choose it; it is derived
 * from the device, so nothing is stored. A token stolen from one device is useless on another.
 */
function nonceBy(device: string, key: string): Buffer {
  return createHmac('sha256', key).update(`google-nonce:${device}`).digest();
}

export function nonceOfDevice(device: string, [key]: NonceKeys): string {
  return nonceBy(device, key).toString('base64url');
}

/** Accepts a nonce made with any of our keys, because keys may be rotated while the button is on screen. */
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
    /** Seconds; 0 for a token without an end. */
    expires_at: v.optional(v.number(), 0),
  }),
});

/**
 * Asks Facebook about an access token. A token of another app or person is invalid. It has no nonce, and Facebook's script
 * returns the same one while it lives, so it cannot be made single use. Facebook checks it at every sign-in instead; it is
 * sent by POST only, and neither stored nor logged.
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
    // A bad token is reported with status 200. Any other status means a refused key of ours, a limit or an outage.
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

/** True if the token is invalid. Any other fault means that it could not be checked. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== errors.JOSEError.code
  );
}

/** Whether a nonce is that of the device that brings the token. */
export type IsNonce = (nonce: unknown) => boolean;
export type CheckIdToken = (idToken: string, isNonce: IsNonce) => Promise<SocialProof>;

/**
 * The token is identified by its signed part: the signature's last letter has unused bits, so one token has several
 * spellings. Stored until every clock considers the token expired.
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

/** Both kinds of social sign-in. One that is not configured accepts no token. */
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
