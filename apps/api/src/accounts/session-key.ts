import { createHash } from 'node:crypto';
import {
  isUseDue,
  sessionEnd,
  SESSION_USE_RECORDED_EVERY_MS,
  SESSIONS_LISTED_MAX,
  STATUSES_THAT_SIGN_IN,
  UNNAMED_DEVICE,
  type AccountId,
  type AccountSource,
  type DeviceName,
  type LoginKind,
  type SessionKey,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import { rememberDevice } from './account.store.ts';
import {
  accountOfSession,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  insertSession,
  recordSessionUse,
  sessionsOf,
  takeSession,
  type ListedSession,
  type SessionOrigin,
} from './session.store.ts';

/** The app whose accounts can sign in on this site. */
export const SIGN_IN_SOURCE: AccountSource = 'social';

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
  deps: Pick<SessionDeps, 'now' | 'chance'>,
  origin: Omit<SessionOrigin, 'sessionId' | 'signedInAt'> & Partial<SessionOrigin>,
  deviceName: DeviceName,
): Promise<SessionKey> {
  const key = Buffer.from(deps.chance(32)).toString('hex') as SessionKey;
  const createdAt = deps.now();
  const { sessionId = null, accountId, loginKind, signedInAt = createdAt } = origin;
  await insertSession(tx, {
    sessionId,
    accountId,
    loginKind,
    signedInAt,
    deviceName,
    keyDigest: digest(key),
    createdAt,
    expiresAt: sessionEnd(signedInAt, createdAt),
  });
  return key;
}

export async function openSession(
  deps: SessionDeps,
  accountId: AccountId,
  loginKind: LoginKind,
): Promise<SessionKey> {
  return inTransaction(deps.db, (tx) => addSession(tx, deps, { accountId, loginKind }, UNNAMED_DEVICE));
}

/**
 * Extends a session when it is used. This runs beside the call that used the session: the call neither waits for it nor
 * fails with it.
 */
export type RecordUse = (key: SessionKey, signedInAt: Date, at: Date) => void;

export function sessionUseRecorder(db: Db, logger: Logger): RecordUse {
  const underWay = new Set<SessionKey>();
  return (key, signedInAt, at) => {
    if (underWay.has(key)) return;
    underWay.add(key);
    const unlessSince = new Date(at.getTime() - SESSION_USE_RECORDED_EVERY_MS);
    const use = { keyDigest: digest(key), at, expiresAt: sessionEnd(signedInAt, at), unlessSince };
    void inTransaction(db, (tx) => recordSessionUse(tx, use))
      .catch((error: unknown) =>
        logger.warn({ err: (error as Error).message }, 'the use of a session is not recorded'),
      )
      .finally(() => underWay.delete(key));
  };
}

/**
 * Returns the account of a valid session key, even if the key was made on another device. The first use stores the
 * device with the account.
 */
export async function accountBehind(
  deps: SessionDeps & { readonly recordUse: RecordUse },
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
  const { accountId, isKnownDevice, signedInAt, lastUsedAt } = found;
  if (isUseDue(lastUsedAt, now)) deps.recordUse(key, signedInAt, now);
  if (device !== null && !isKnownDevice)
    await inTransaction(deps.db, (tx) => rememberDevice(tx, { accountId, device }, now));
  return accountId;
}

/** Replaces a session key by a new one and ends the old one; the session stays the same. Null if the old key was not valid. */
export async function replaceSession(
  deps: SessionDeps,
  key: SessionKey,
  deviceName: DeviceName,
): Promise<SessionKey | null> {
  return inTransaction(deps.db, async (tx) => {
    const old = await takeSession(tx, digest(key), deps.now());
    return old && addSession(tx, deps, old, deviceName);
  });
}

/** The open sessions of the account; the caller's own one is marked. */
export async function listSessions(
  { db, now }: Pick<SessionDeps, 'db' | 'now'>,
  accountId: AccountId,
  key: SessionKey | null,
): Promise<ListedSession[]> {
  const keyDigest = key && digest(key);
  return sessionsOf(db, { accountId, keyDigest, now: now() }, SESSIONS_LISTED_MAX);
}

/** Ends one session of the account, for a device that its owner no longer has. Ending it twice is harmless. */
export async function endSessionOf(
  deps: SessionDeps,
  accountId: AccountId,
  sessionId: string,
): Promise<void> {
  await inTransaction(deps.db, (tx) => deleteSessionOf(tx, accountId, sessionId));
}

export async function closeSession(deps: SessionDeps, key: SessionKey): Promise<void> {
  await inTransaction(deps.db, (tx) => deleteSession(tx, digest(key)));
}

/** Ends all sessions of the account, so that its owner can log out a lost phone from another device. */
export async function closeSessionsOf(deps: SessionDeps, accountId: AccountId): Promise<void> {
  await inTransaction(deps.db, (tx) => deleteSessionsOf(tx, accountId));
}
