import type { AccountId, DisplayId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

export type SocialProvider = 'facebook' | 'google';

/** Reads an account and its password hash with one query, so that known and unknown ids cost the same. */
export async function passwordOf(
  db: Reader,
  displayId: DisplayId,
): Promise<{ accountId: AccountId; hash: string | null } | null> {
  const [row] = await db<{ id: AccountId; hash: string | null }[]>`
    select a.id, p.hash from accounts a left join passwords p on p.account_id = a.id
    where a.display_id = ${displayId}`;
  return row ? { accountId: row.id, hash: row.hash } : null;
}

export async function accountOfPerson(
  db: Reader,
  provider: SocialProvider,
  subject: string,
): Promise<AccountId | null> {
  const [row] = await db<{ account_id: AccountId }[]>`
    select account_id from social_links where provider = ${provider} and subject = ${subject}`;
  return row?.account_id ?? null;
}

export interface Ticket {
  readonly digest: Buffer;
  readonly accountId: AccountId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertTicket(tx: Tx, ticket: Ticket): Promise<void> {
  await tx`
    insert into login_tickets (ticket_digest, account_id, created_at, expires_at)
    values (${ticket.digest}, ${ticket.accountId}, ${ticket.createdAt}, ${ticket.expiresAt})`;
}

/** Marks the ticket as used and returns its owner. When it is used twice at once, the second use finds nothing. */
export async function useTicket(tx: Tx, digest: Buffer, now: Date): Promise<AccountId | null> {
  const [row] = await tx<{ account_id: AccountId }[]>`
    update login_tickets set used_at = ${now}
    where ticket_digest = ${digest} and used_at is null and expires_at > ${now}
    returning account_id`;
  return row?.account_id ?? null;
}

/** The owner of a ticket that was neither used nor has expired. */
export async function accountOfTicket(db: Reader, digest: Buffer, now: Date): Promise<AccountId | null> {
  const [row] = await db<{ account_id: AccountId }[]>`
    select account_id from login_tickets
    where ticket_digest = ${digest} and used_at is null and expires_at > ${now}`;
  return row?.account_id ?? null;
}

/** False if the token was used before, in any process. Of two uses at once, the second waits and then finds the token used. */
export async function claimSignInToken(
  tx: Tx,
  token: { readonly digest: Buffer; readonly endsAt: Date },
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    insert into used_sign_in_tokens (token_digest, used_at, ends_at)
    values (${token.digest}, ${now}, ${token.endsAt}) on conflict do nothing`;
  return count === 1;
}

export async function deleteEndedSignInTokens(tx: Tx, now: Date, most: number): Promise<number> {
  const { count } = await tx`
    delete from used_sign_in_tokens where token_digest = any(array(
      select token_digest from used_sign_in_tokens where ends_at <= ${now} order by ends_at limit ${most}))`;
  return count;
}

export async function deleteEndedTickets(tx: Tx, now: Date, most: number): Promise<number> {
  const { count } = await tx`
    delete from login_tickets where ticket_digest = any(array(
      select ticket_digest from login_tickets where expires_at <= ${now} order by expires_at limit ${most}))`;
  return count;
}
