import { wireRecipient, type AccountFace } from '@jawhara/contract';
import { parseRecipient } from './stored-recipients.ts';
import { stored } from './stored.ts';

/** Who is signed in here, and the key that says so. */
export interface StoredLogin {
  readonly sessionKey: string;
  readonly account: AccountFace;
  /** When the server gave this key. */
  readonly storedAtMs: number;
}

export const SESSION_KEY = /^[0-9a-f]{64}$/;

function parseLogin(json: unknown): StoredLogin | null {
  const { session_key: key, user, kept_at: storedAtMs } = json as Record<string, unknown>;
  // A face is written as a recipient is: the reader of those is on every page already.
  const account = parseRecipient(user);
  if (typeof key !== 'string' || !SESSION_KEY.test(key) || account === null) return null;
  return { sessionKey: key, account, storedAtMs: typeof storedAtMs === 'number' ? storedAtMs : 0 };
}

/** Who am I? The one place the whole site reads it from. One value, so that key and face never disagree. */
export const storedLogin = stored<StoredLogin>({
  key: 'login',
  parse: parseLogin,
  format: ({ sessionKey, account, storedAtMs }) => ({
    session_key: sessionKey,
    user: wireRecipient.write(account),
    kept_at: storedAtMs,
  }),
});
