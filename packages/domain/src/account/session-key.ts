import type { Brand } from '../brand.ts';

/** A secret that stands for a logged-in account. It leaves the server once, in the answer to a login. */
export type SessionKey = Brand<string, 'SessionKey'>;

const SESSION_KEY = /^[0-9a-f]{64}$/;

/** Null for anything that cannot be one; whether it opens something, only the server knows. */
export function readSessionKey(sent: unknown): SessionKey | null {
  return typeof sent === 'string' && SESSION_KEY.test(sent) ? (sent as SessionKey) : null;
}
