import * as v from 'valibot';
import type { WalletSession } from './provider.ts';

/** The sheet waits fifteen seconds for its session (WAL-02). Asked for no longer than that, one try leaves time to say so. */
export const WALLET_SESSION_WITHIN_MS = 10_000;

const SESSION_CHARACTERS_MAX = 32_000;

const sessionSchema = v.pipe(
  v.looseObject({ merchantSessionIdentifier: v.pipe(v.string(), v.minLength(1)) }),
  v.transform((session) => JSON.stringify(session)),
  v.maxLength(SESSION_CHARACTERS_MAX),
);

/** Opaque, but a session: whatever else came would only break the sheet. */
export function sessionIn(answer: unknown): WalletSession {
  const reading = v.safeParse(sessionSchema, answer);
  return reading.success
    ? { kind: 'opened', sessionJson: reading.output }
    : { kind: 'unknown', why: 'unreadable session' };
}
