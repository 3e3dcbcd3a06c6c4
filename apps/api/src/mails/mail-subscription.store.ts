import type { AccountId, Locale, MailConsent, OrderId } from '@jawhara/domain';
import type { Db, Reader, Tx } from '../platform/postgres.ts';

export interface StoredSubscription {
  readonly id: string;
  readonly orderId: OrderId;
  readonly recipientId: AccountId;
  /** Null once the subscription has ended, because the address is deleted then. */
  readonly sealedAddress: Uint8Array | null;
  readonly locale: Locale;
}

export type SubscriptionEnd = 'payer' | 'other-address' | 'bounce' | 'erasure' | 'time';

function columns(db: Reader) {
  return db`id, order_id as "orderId", recipient_account_id as "recipientId", sealed_address as "sealedAddress", locale`;
}

export async function insertSubscription(
  tx: Tx,
  subscription: StoredSubscription & { readonly consent: MailConsent; readonly at: Date },
): Promise<void> {
  const { id, orderId, recipientId, sealedAddress, locale, consent, at } = subscription;
  await tx`
    insert into mail_subscriptions (id, order_id, recipient_account_id, sealed_address, locale, consent_text, consented_at)
    values (${id}, ${orderId}, ${recipientId}, ${sealedAddress}, ${locale}, ${consent}, ${at})`;
}

export async function openSubscriptionOf(db: Reader, orderId: OrderId): Promise<StoredSubscription | null> {
  const [row] = await db<StoredSubscription[]>`
    select ${columns(db)} from mail_subscriptions where order_id = ${orderId} and ended_at is null`;
  return row ?? null;
}

export async function subscriptionById(db: Reader, id: string): Promise<StoredSubscription | null> {
  const [row] = await db<
    StoredSubscription[]
  >`select ${columns(db)} from mail_subscriptions where id = ${id}`;
  return row ?? null;
}

export async function countSubscriptionsOf(db: Reader, orderId: OrderId): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from mail_subscriptions where order_id = ${orderId}`;
  return row?.count ?? 0;
}

/** Ends a subscription and deletes its address. False if it had ended before. */
export async function endSubscription(tx: Tx, id: string, by: SubscriptionEnd, at: Date): Promise<boolean> {
  const rows = await tx`
    update mail_subscriptions set sealed_address = null, ended_at = greatest(${at}, consented_at), ended_by = ${by}
    where id = ${id} and ended_at is null returning id`;
  return rows.length === 1;
}

export async function openSubscriptionsOf(
  db: Reader,
  orderIds: readonly OrderId[],
): Promise<StoredSubscription[]> {
  return db<StoredSubscription[]>`
    select ${columns(db)} from mail_subscriptions where order_id = any(${[...orderIds]}::uuid[]) and ended_at is null`;
}

export async function subscriptionsBefore(db: Db, consentedBefore: Date, most: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from mail_subscriptions
    where ended_at is null and consented_at < ${consentedBefore} order by consented_at limit ${most}`;
  return rows.map(({ id }) => id);
}
