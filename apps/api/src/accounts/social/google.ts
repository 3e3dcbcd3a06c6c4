import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { PROVIDER_TIMEOUT_MS, type SingleUseToken, type SocialProof } from './social-proof.ts';

export interface GoogleApp {
  readonly certsUrl: string;
  readonly clientId: string;
}

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const CLOCK_DIFFERENCE_S = 10;
const KEPT_AFTER_END_S = 60;

/** Says that the token is bad. Any other fault says that we could not look. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== errors.JOSEError.code
  );
}

/** Whether a nonce is the one of the device that brings the token. */
export type IsNonce = (nonce: unknown) => boolean;
export type CheckIdToken = (idToken: string, isNonce: IsNonce) => Promise<SocialProof>;

/**
 * Named by what is signed: the last letter of a signature has bits that say nothing, so one token can be written in several
 * ways. It is kept until nobody believes the token any more, whosever clock is ahead.
 */
function singleUseOf(idToken: string, expiresAtS: number): SingleUseToken {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  return {
    digest: createHash('sha256').update(signed).digest(),
    endsAt: new Date((expiresAtS + KEPT_AFTER_END_S) * 1000),
  };
}

/** Checks tokens with the provider's public keys, which are fetched once and kept for minutes. */
export function idTokenCheck(app: GoogleApp, now: Clock): CheckIdToken {
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
