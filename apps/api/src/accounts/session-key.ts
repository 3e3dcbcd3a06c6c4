import { createHash } from 'node:crypto';
import { STATUSES_THAT_SIGN_IN, type AccountId, type AccountSource, type SessionKey } from '@jawhara/domain';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import { rememberDevice } from './account-device.store.ts';
import {
  accountOfSession,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  takeSession,
  type LoginKind,
} from './session.store.ts';

/** This site sells for the social app, and its accounts sign in here. */
export const SIGN_IN_SOURCE: AccountSource = 'social';

export const SESSION_LIVES_MS = 30 * 24 * 3_600_000;

function digest(key: SessionKey): Buffer {
  return createHash('sha256').update(key).digest();
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

/** A device that brings a key is logged in with it, wherever the key was made: it is remembered the first time. */
export async function accountBehind(
  deps: SessionDeps,
  key: SessionKey,
  device: string | null,
): Promise<AccountId | null> {
  const now = deps.now();
  const found = await accountOfSession(
    deps.db,
    { keyDigest: digest(key), device, now },
    { statuses: STATUSES_THAT_SIGN_IN, source: SIGN_IN_SOURCE },
  );
  if (found === null) return null;
  const { accountId, isKnownDevice } = found;
  if (device !== null && !isKnownDevice)
    await inTransaction(deps.db, (tx) => rememberDevice(tx, { accountId, device }, now));
  return accountId;
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

/** Wherever they are: a phone that was lost is logged out from another one. */
export async function closeSessionsOf(deps: SessionDeps, accountId: AccountId): Promise<void> {
  await inTransaction(deps.db, (tx) => deleteSessionsOf(tx, accountId));
}
