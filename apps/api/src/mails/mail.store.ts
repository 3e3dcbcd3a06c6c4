import type { AccountId, MailKind, OrderId } from '@jawhara/domain';
import type { Db, Reader, Tx } from '../platform/postgres.ts';

/** Facts of the news at the moment when it became true; all else is read when the mail is sent. */
export type MailFacts =
  | { readonly kind: 'receipt' }
  | { readonly kind: 'late' }
  | {
      readonly kind: 'refunded';
      readonly minorUnits: number;
      readonly currency: string;
      readonly at: string;
      /** Whether the gems were removed or never came; null after a partial refund, or if the gems were left on purpose. */
      readonly gems: 'taken-back' | 'never-came' | null;
    };

export interface NewMail {
  readonly id: string;
  readonly subscriptionId: string;
  readonly orderId: OrderId;
  readonly recipientId: AccountId;
  /** The refund or dispute that the mail reports; empty for news that comes once. */
  readonly cause: string;
  readonly facts: MailFacts;
  readonly at: Date;
}

export interface ClaimedMail {
  readonly id: string;
  readonly subscriptionId: string;
  readonly orderId: OrderId;
  readonly recipientId: AccountId;
  readonly facts: MailFacts;
  readonly createdAt: Date;
  /** How often the mail was tried, this try included. */
  readonly tries: number;
  /** Earlier sends whose result is unknown. */
  readonly interruptions: number;
}

/** Writes a mail once per subscription, kind and cause. True if this call wrote it. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<boolean> {
  const { id, subscriptionId, orderId, recipientId, cause, facts, at } = mail;
  const rows = await tx`
    insert into mails (id, subscription_id, order_id, recipient_account_id, kind, cause, facts, created_at, send_after)
    values (${id}, ${subscriptionId}, ${orderId}, ${recipientId}, ${facts.kind}, ${cause}, ${tx.json(facts)}, ${at}, ${at})
    on conflict (subscription_id, kind, cause) do nothing
    returning id`;
  return rows.length === 1;
}

/**
 * Claims the next due mail for one worker until `claimedUntil`. If its state was `sending`, its earlier worker died
 * before it recorded the result, so that send counts as interrupted.
 */
export async function claimMail(db: Db, now: Date, claimedUntil: Date): Promise<ClaimedMail | null> {
  const [row] = await db<ClaimedMail[]>`
    update mails set state = 'sending', tries = tries + 1, send_after = ${claimedUntil},
      interruptions = interruptions + case when state = 'sending' then 1 else 0 end
    where id = any(array(
      select id from mails where send_after <= ${now} order by send_after limit 1 for update skip locked))
    returning id, subscription_id as "subscriptionId", order_id as "orderId", recipient_account_id as "recipientId", facts,
      created_at as "createdAt", tries, interruptions`;
  return row ?? null;
}

export interface MailOutcome {
  readonly state: 'waiting' | 'sent' | 'parked' | 'dropped' | 'bounced';
  readonly at: Date;
  /** The time of the next try; null after the last one. */
  readonly sendAfter: Date | null;
  readonly answer: string | null;
  readonly isInterrupted?: boolean;
  /** The mail server was not reached, so this try does not count. */
  readonly isUncounted?: boolean;
}

/** Records the result only for the worker that claimed the mail last; false if another one has claimed it since. */
export async function recordOutcome(
  tx: Tx,
  { id, tries }: Pick<ClaimedMail, 'id' | 'tries'>,
  { state, at, sendAfter, answer, isInterrupted = false, isUncounted = false }: MailOutcome,
): Promise<boolean> {
  const rows = await tx`
    update mails set state = ${state}, send_after = ${sendAfter}, answer = ${answer},
      ended_at = ${sendAfter === null ? at : null}, interruptions = interruptions + ${isInterrupted ? 1 : 0},
      tries = tries - ${isUncounted ? 1 : 0}
    where id = ${id} and state = 'sending' and tries = ${tries}
    returning id`;
  return rows.length === 1;
}

/** Drops the waiting and parked mails of a subscription, because its address was deleted. */
export async function dropMailsOf(tx: Tx, subscriptionId: string, at: Date): Promise<void> {
  await tx`
    update mails set state = 'dropped', send_after = null, ended_at = ${at}
    where subscription_id = ${subscriptionId} and state in ('waiting', 'parked')`;
}

/**
 * Marks a mail that came back after the mail server had accepted it. Returns its subscription, or null if the mail is
 * not ours.
 */
export async function markBounced(
  tx: Tx,
  id: string,
  { at, answer }: { readonly at: Date; readonly answer: string },
): Promise<string | null> {
  const [row] = await tx<{ subscriptionId: string }[]>`
    update mails set state = 'bounced', send_after = null, ended_at = ${at}, answer = ${answer}
    where id = ${id} and state in ('sent', 'sending', 'bounced') returning subscription_id as "subscriptionId"`;
  return row?.subscriptionId ?? null;
}

export interface ParkedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly answer: string | null;
}

export async function parkedMailsOf(db: Reader, orderId: OrderId): Promise<ParkedMail[]> {
  return db<ParkedMail[]>`
    select id, kind, answer from mails where order_id = ${orderId} and state = 'parked' order by created_at, id`;
}

/** Resets a parked mail as if it had never been tried, once its cause is fixed. */
export async function unparkMail(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`
    update mails set state = 'waiting', send_after = ${at}, tries = 0, interruptions = 0, ended_at = null
    where id = ${id} and state = 'parked'`;
}

export async function countMailsWaitingSince(db: Reader, createdBefore: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from mails where send_after is not null and created_at < ${createdBefore}`;
  return row?.count ?? 0;
}

export async function countParkedMails(db: Reader): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from mails where state = 'parked'`;
  return row?.count ?? 0;
}

export interface UnsentMail {
  readonly orderId: OrderId;
  readonly kind: MailKind;
  readonly state: 'waiting' | 'sending' | 'parked';
  readonly tries: number;
  readonly answer: string | null;
  readonly createdAt: Date;
}

/** Waiting and parked mails, oldest first. */
export async function unsentMails(db: Reader, most: number): Promise<UnsentMail[]> {
  const columns = db`order_id as "orderId", kind, state, tries, answer, created_at as "createdAt"`;
  const waiting = await db<UnsentMail[]>`
    select ${columns} from mails where send_after is not null order by send_after limit ${most}`;
  const parked = await db<UnsentMail[]>`
    select ${columns} from mails where state = 'parked' order by created_at limit ${most}`;
  return [...waiting, ...parked].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
