import {
  storedDeviceName,
  type AccountId,
  type AccountSource,
  type AccountStatus,
  type DeviceName,
  type LoginKind,
} from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** The part of a session that stays the same when its key is replaced. */
export interface SessionOrigin {
  /** Null for a new session, which gets a new id. */
  readonly sessionId: string | null;
  readonly accountId: AccountId;
  readonly loginKind: LoginKind;
  readonly signedInAt: Date;
}

export interface Session extends SessionOrigin {
  readonly keyDigest: Buffer;
  readonly deviceName: DeviceName;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Which accounts may have a session. An account that was banned after its login is no longer signed in. */
export interface MayBeSignedIn {
  readonly statuses: readonly AccountStatus[];
  readonly source: AccountSource;
}

export interface SessionQuery {
  readonly keyDigest: Buffer;
  /** The device that sent the key; null if it had no cookie yet. */
  readonly device: string | null;
  readonly now: Date;
}

export interface OpenSession {
  readonly accountId: AccountId;
  readonly isKnownDevice: boolean;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
}

/**
 * Returns the account of a session. The same query reads whether the account was signed in on that device before, and
 * when the session was last used.
 */
export async function accountOfSession(
  db: Reader,
  { keyDigest, device, now }: SessionQuery,
  may: MayBeSignedIn,
): Promise<OpenSession | null> {
  const [row] = await db<OpenSession[]>`
    select s.account_id as "accountId", coalesce(s.signed_in_at, s.created_at) as "signedInAt",
      coalesce(s.last_used_at, s.created_at) as "lastUsedAt", exists (
      select from account_devices d where d.account_id = s.account_id and d.device = ${device}) as "isKnownDevice"
    from sessions s join accounts a on a.id = s.account_id
    where s.key_digest = ${keyDigest} and s.expires_at > ${now}
      and a.status = any(${[...may.statuses]}) and a.source = ${may.source}`;
  return row ?? null;
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  const { browser, system } = session.deviceName;
  await tx`
    insert into sessions (key_digest, account_id, login_kind, created_at, expires_at,
      session_id, signed_in_at, last_used_at, browser, operating_system)
    values (${session.keyDigest}, ${session.accountId}, ${session.loginKind}, ${session.createdAt}, ${session.expiresAt},
      coalesce(${session.sessionId}::uuid, gen_random_uuid()), ${session.signedInAt}, ${session.createdAt}, ${browser}, ${system})`;
}

/** Records the use of a session. Of calls at the same time, in any number of processes, only the first one writes. */
export async function recordSessionUse(
  tx: Tx,
  use: {
    readonly keyDigest: Buffer;
    readonly at: Date;
    readonly expiresAt: Date;
    readonly unlessSince: Date;
  },
): Promise<void> {
  await tx`
    update sessions set last_used_at = ${use.at}, expires_at = ${use.expiresAt}
    where key_digest = ${use.keyDigest} and coalesce(last_used_at, created_at) <= ${use.unlessSince}`;
}

export interface ListedSession {
  readonly sessionId: string;
  readonly loginKind: LoginKind;
  readonly deviceName: DeviceName;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly isCurrent: boolean;
}

/** The open sessions of an account, most recently used first. */
export async function sessionsOf(
  db: Reader,
  lookup: { readonly accountId: AccountId; readonly keyDigest: Buffer | null; readonly now: Date },
  most: number,
): Promise<ListedSession[]> {
  const rows = await db<
    (Omit<ListedSession, 'deviceName'> & { browser: string | null; system: string | null })[]
  >`
    select session_id as "sessionId", login_kind as "loginKind", browser, operating_system as system,
      coalesce(signed_in_at, created_at) as "signedInAt", coalesce(last_used_at, created_at) as "lastUsedAt",
      coalesce(key_digest = ${lookup.keyDigest}, false) as "isCurrent"
    from sessions where account_id = ${lookup.accountId} and expires_at > ${lookup.now}
    order by "isCurrent" desc, "lastUsedAt" desc limit ${most}`;
  return rows.map(({ browser, system, ...row }) => ({
    ...row,
    deviceName: storedDeviceName(browser, system),
  }));
}

/** Deletes a session if it belongs to this account. */
export async function deleteSessionOf(tx: Tx, accountId: AccountId, sessionId: string): Promise<void> {
  await tx`delete from sessions where session_id = ${sessionId} and account_id = ${accountId}`;
}

export async function deleteSession(tx: Tx, keyDigest: Buffer): Promise<void> {
  await tx`delete from sessions where key_digest = ${keyDigest}`;
}

/** Deletes the row of a session key that is to be replaced, and returns the session. Of two calls at once, one finds nothing. */
export async function takeSession(tx: Tx, keyDigest: Buffer, now: Date): Promise<SessionOrigin | null> {
  const [row] = await tx<SessionOrigin[]>`
    delete from sessions where key_digest = ${keyDigest} and expires_at > ${now}
    returning session_id as "sessionId", account_id as "accountId", login_kind as "loginKind",
      coalesce(signed_in_at, created_at) as "signedInAt"`;
  return row ?? null;
}

export async function deleteSessionsOf(tx: Tx, accountId: AccountId): Promise<void> {
  await tx`delete from sessions where account_id = ${accountId}`;
}

export async function deleteEndedSessions(tx: Tx, now: Date, most: number): Promise<number> {
  const { count } = await tx`
    delete from sessions where key_digest = any(array(
      select key_digest from sessions where expires_at <= ${now} order by expires_at limit ${most}))`;
  return count;
}
