import type { AccountId, AccountSource, AccountStatus } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

export type LoginKind = 'password' | 'facebook' | 'google' | 'ticket' | 'app';

export interface Session {
  readonly keyDigest: Buffer;
  readonly accountId: AccountId;
  readonly loginKind: LoginKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Which accounts a session may stand for: one that was banned since its login is a stranger again. */
export interface MayBeSignedIn {
  readonly statuses: readonly AccountStatus[];
  readonly source: AccountSource;
}

export interface SessionAsked {
  readonly keyDigest: Buffer;
  /** The device that brought the key; null when it had no name yet. */
  readonly device: string | null;
  readonly now: Date;
}

/** Whether the account has been on that device before costs nothing more to ask. */
export async function accountOfSession(
  db: Reader,
  { keyDigest, device, now }: SessionAsked,
  may: MayBeSignedIn,
): Promise<{ readonly accountId: AccountId; readonly isKnownDevice: boolean } | null> {
  const [row] = await db<{ accountId: AccountId; isKnownDevice: boolean }[]>`
    select s.account_id as "accountId", exists (
      select from account_devices d where d.account_id = s.account_id and d.device = ${device}) as "isKnownDevice"
    from sessions s join accounts a on a.id = s.account_id
    where s.key_digest = ${keyDigest} and s.expires_at > ${now}
      and a.status = any(${[...may.statuses]}) and a.source = ${may.source}`;
  return row ?? null;
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx`
    insert into sessions (key_digest, account_id, login_kind, created_at, expires_at)
    values (${session.keyDigest}, ${session.accountId}, ${session.loginKind}, ${session.createdAt}, ${session.expiresAt})`;
}

export async function deleteSession(tx: Tx, keyDigest: Buffer): Promise<void> {
  await tx`delete from sessions where key_digest = ${keyDigest}`;
}

/** The end of a key that is to be replaced: of two that come at once, one finds nothing. */
export async function takeSession(
  tx: Tx,
  keyDigest: Buffer,
  now: Date,
): Promise<{ accountId: AccountId; loginKind: LoginKind } | null> {
  const [row] = await tx<{ account_id: AccountId; login_kind: LoginKind }[]>`
    delete from sessions where key_digest = ${keyDigest} and expires_at > ${now}
    returning account_id, login_kind`;
  return row ? { accountId: row.account_id, loginKind: row.login_kind } : null;
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
