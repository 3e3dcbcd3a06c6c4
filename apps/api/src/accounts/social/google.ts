import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { PROVIDER_TIMEOUT_MS, type SocialProof } from './social-proof.ts';

export interface GoogleApp {
  readonly certsUrl: string;
  readonly clientId: string;
}

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const CLOCK_DIFFERENCE_S = 10;

/** Says that the token is bad. Any other fault says that we could not look. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== errors.JOSEError.code
  );
}

/** Checks tokens with the provider's public keys, which are fetched once and kept for minutes. */
export function idTokenCheck(app: GoogleApp, now: Clock): (idToken: string) => Promise<SocialProof> {
  const keys = createRemoteJWKSet(new URL(app.certsUrl), { timeoutDuration: PROVIDER_TIMEOUT_MS });
  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: ISSUERS,
        audience: app.clientId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_DIFFERENCE_S,
        currentDate: now(),
      });
      return payload.sub ? { kind: 'proven', subject: payload.sub } : { kind: 'refused' };
    } catch (error) {
      return { kind: isAboutTheToken(error) ? 'refused' : 'away' };
    }
  };
}
