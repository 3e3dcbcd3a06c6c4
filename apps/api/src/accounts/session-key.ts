import { createHash } from 'node:crypto';
import { STATUSES_THAT_SIGN_IN, type AccountId, type AccountSource, type Brand } from '@jawhara/domain';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import {
  accountOfSession,
  deleteSession,
  insertSession,
  takeSession,
  type LoginKind,
} from './session.store.ts';

/** A secret that stands for a logged-in account. It leaves us once, in the answer to a login. */
export type SessionKey = Brand<string, 'SessionKey'>;

/** This site sells for the social app, and its accounts sign in here. */
export const SIGN_IN_SOURCE: AccountSource = 'social';

export const SESSION_LIVES_MS = 30 * 24 * 3_600_000;
const SESSION_KEY = /^[0-9a-f]{64}$/;

function digest(key: SessionKey): Buffer {
  return createHash('sha256').update(key).digest();
}

export function readSessionKey(text: unknown): SessionKey | null {
  return typeof text === 'string' && SESSION_KEY.test(text) ? (text as SessionKey) : null;
}

export interface SessionDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly chance: Chance;
}

export async function addSession(
  tx: Tx,
  deps: SessionDeps,
  accountId: AccountId,
  loginKind: LoginKind,
): Promise<SessionKey> {
  const key = Buffer.from(deps.chance(32)).toString('hex') as SessionKey;
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIVES_MS);
  await insertSession(tx, { keyDigest: digest(key), accountId, loginKind, createdAt, expiresAt });
  return key;
}

export async function openSession(
  deps: SessionDeps,
  accountId: AccountId,
  loginKind: LoginKind,
): Promise<SessionKey> {
  return inTransaction(deps.db, (tx) => addSession(tx, deps, accountId, loginKind));
}

export async function accountBehind(deps: SessionDeps, key: SessionKey): Promise<AccountId | null> {
  return accountOfSession(deps.db, digest(key), deps.now(), {
    statuses: STATUSES_THAT_SIGN_IN,
    source: SIGN_IN_SOURCE,
  });
}

/** A new key for an old one, which ends with it. Null when the old one opened nothing. */
export async function replaceSession(deps: SessionDeps, key: SessionKey): Promise<SessionKey | null> {
  return inTransaction(deps.db, async (tx) => {
    const old = await takeSession(tx, digest(key), deps.now());
    return old && addSession(tx, deps, old.accountId, old.loginKind);
  });
}

export async function closeSession(deps: SessionDeps, key: SessionKey): Promise<void> {
  await inTransaction(deps.db, (tx) => deleteSession(tx, digest(key)));
}
