import type { AccountId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

export type LoginKind = 'password' | 'facebook' | 'google' | 'ticket' | 'app';

export interface Session {
  readonly keyDigest: Buffer;
  readonly accountId: AccountId;
  readonly loginKind: LoginKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function accountOfSession(db: Reader, keyDigest: Buffer, now: Date): Promise<AccountId | null> {
  const [row] = await db<{ account_id: AccountId }[]>`
    select account_id from sessions where key_digest = ${keyDigest} and expires_at > ${now}`;
  return row?.account_id ?? null;
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx`
    insert into sessions (key_digest, account_id, login_kind, created_at, expires_at)
    values (${session.keyDigest}, ${session.accountId}, ${session.loginKind}, ${session.createdAt}, ${session.expiresAt})`;
}

export async function deleteSession(tx: Tx, keyDigest: Buffer): Promise<void> {
  await tx`delete from sessions where key_digest = ${keyDigest}`;
}
