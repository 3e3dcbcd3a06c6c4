import type { OrderId, ProviderNumber } from '@jawhara/domain';
import type { Db, Fragment, Reader, Tx } from '../../platform/postgres.ts';
import { pauseByAge, type SweepPause } from './sweep.store.ts';

export interface StoredWebhook {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly eventId: string;
  readonly eventType: string;
  readonly orderId: OrderId | null;
  readonly body: string;
}

export interface NewWebhook extends StoredWebhook {
  /** The provider's id of the payment that the webhook reports. */
  readonly providerPaymentId: string | null;
  /** Set for a webhook that is parked on arrival: nothing enqueues it. */
  readonly parkedAt: Date | null;
}

/** A stored webhook and what became of it. Only one that is not processed, parked or discarded is enqueued. */
export interface WebhookRecord extends StoredWebhook {
  readonly providerPaymentId: string | null;
  readonly receivedAt: Date;
  readonly processedAt: Date | null;
  readonly parkedAt: Date | null;
  readonly discardedAt: Date | null;
  /** How often a step of this webhook was parked. */
  readonly failures: number;
  /** The webhook's payment is known here by its provider's id. */
  readonly isPaymentNamed: boolean;
}

/**
 * Stores a webhook and returns its order: by our reference, else by the provider's payment id. Null if the webhook is not new:
 * its key is in `notification_keys` already, and nothing is stored. `handOverAfter` is stored only for a webhook that has an
 * order, or may find one later by its payment id.
 */
export async function storeWebhook(
  tx: Tx,
  notification: NewWebhook,
  receivedAt: Date,
  handOverAfter: Date | null,
): Promise<{ readonly orderId: OrderId | null } | null> {
  const { provider, providerPaymentId } = notification;
  const [row] = await tx<{ orderId: OrderId | null }[]>`
    with claimed as (
      insert into notification_keys (provider, event_id, notification_id)
      values (${provider}, ${notification.eventId}, ${notification.id})
      on conflict (provider, event_id) do nothing returning notification_id)
    insert into notifications (id, provider, event_id, event_type, order_id, provider_payment_id, body, received_at,
      hand_over_after, parked_at)
    select claimed.notification_id, ${provider}, ${notification.eventId}, ${notification.eventType}, found.order_id,
      ${providerPaymentId}, ${notification.body}, ${receivedAt},
      case when found.order_id is not null or ${providerPaymentId}::text is not null then ${handOverAfter}::timestamptz end,
      ${notification.parkedAt}
    from claimed, (select coalesce(
      (select id from orders where id = ${notification.orderId}),
      (select order_id from payments where provider = ${provider} and provider_payment_id = ${providerPaymentId} limit 1)
    ) as order_id) as found
    returning order_id as "orderId"`;
  return row ?? null;
}

export async function webhookById(db: Reader, id: string): Promise<WebhookRecord | null> {
  const [row] = await db<WebhookRecord[]>`
    select id, provider, event_id as "eventId", event_type as "eventType", order_id as "orderId", body,
      provider_payment_id as "providerPaymentId", received_at as "receivedAt", processed_at as "processedAt",
      parked_at as "parkedAt", discarded_at as "discardedAt", failures,
      exists (select from payments p where p.provider = notifications.provider and p.order_id = notifications.order_id
        and p.provider_payment_id = notifications.provider_payment_id) as "isPaymentNamed"
    from notifications where id = ${id}`;
  return row ?? null;
}

/**
 * Call it in the transaction of the webhook's effect, or after that: if the mark came first, a crash would lose the effect. Closes the
 * alerts about the parked webhook.
 */
export async function markProcessed(tx: Tx, id: string, at: Date, healed: Fragment): Promise<void> {
  await tx`
    with ${healed}
    update notifications set processed_at = ${at}, hand_over_after = null, parked_at = null
    where id = ${id} and discarded_at is null`;
}

/** Counts a failed step of the webhook. Parks the webhook when it has failed as often as is allowed. */
export async function countWebhookFailure(
  tx: Tx,
  id: string,
  { failuresMax, at }: { readonly failuresMax: number; readonly at: Date },
): Promise<'waiting' | 'parked' | 'ended'> {
  const [row] = await tx<{ isParked: boolean }[]>`
    update notifications set failures = failures + 1,
      parked_at = case when failures + 1 >= ${failuresMax} then ${at}::timestamptz else parked_at end,
      hand_over_after = case when failures + 1 >= ${failuresMax} then null else hand_over_after end
    where id = ${id} and processed_at is null and discarded_at is null
    returning parked_at is not null as "isParked"`;
  if (row === undefined) return 'ended';
  return row.isParked ? 'parked' : 'waiting';
}

/** Discards a webhook. False if it was processed or discarded before. */
export async function discardWebhook(tx: Tx, id: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update notifications set discarded_at = ${at}, parked_at = null, hand_over_after = null
    where id = ${id} and processed_at is null and discarded_at is null returning id`;
  return rows.length === 1;
}

/** A webhook to enqueue, with the number of its runs that have ended. */
export interface WebhookToEnqueue {
  readonly id: string;
  readonly orderId: OrderId;
  readonly runs: number;
}

export async function webhooksToEnqueue(db: Reader, ids: readonly string[]): Promise<WebhookToEnqueue[]> {
  return db<WebhookToEnqueue[]>`
    select id, order_id as "orderId", runs from notifications
    where id = any(${[...ids]}::uuid[]) and order_id is not null and hand_over_after is not null`;
}

/** Counts a run that ended without processing the webhook. False if it was processed meanwhile, or another process was first. */
export async function countEndedRun(db: Db, id: string, runs: number): Promise<boolean> {
  const rows = await db`
    update notifications set runs = runs + 1
    where id = ${id} and runs = ${runs} and hand_over_after is not null returning id`;
  return rows.length === 1;
}

/**
 * The ids are read by a statement of their own, so that PostgreSQL opens only the monthly partitions that contain them in the
 * next one. Most of the time there are none.
 */
async function dueIds(
  db: Db,
  now: Date,
  { hasOrder, most }: { readonly hasOrder: boolean; readonly most: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select notification_id as id from notifications_due
    where hand_over_after < ${now} and (order_id is not null) = ${hasOrder}
    order by hand_over_after limit ${most}`;
  return rows.map(({ id }) => id);
}

/** Webhooks that a crash left unprocessed, each claimed by one sweeper until its next try. */
export async function claimUnprocessed(
  db: Db,
  now: Date,
  pause: SweepPause,
  most: number,
): Promise<WebhookToEnqueue[]> {
  const ids = await dueIds(db, now, { hasOrder: true, most });
  if (ids.length === 0) return [];
  return db<WebhookToEnqueue[]>`
    update notifications set hand_over_after = ${now}::timestamptz + ${pauseByAge(db, now, pause, 'received_at')}
    where id = any(${ids}::uuid[]) and id = any(array(
      select id from notifications
      where id = any(${ids}::uuid[]) and hand_over_after < ${now} and order_id is not null
      for update skip locked))
    returning id, order_id as "orderId", runs`;
}

/**
 * Webhooks that arrived before their payment was known. Each is claimed by one sweeper until its next try. A webhook older
 * than `oldBefore` is claimed for the last time.
 */
export async function claimBeforeTheirPayment(
  db: Db,
  now: Date,
  { pause, oldBefore }: { readonly pause: SweepPause; readonly oldBefore: Date },
  most: number,
): Promise<{ id: string; provider: ProviderNumber; providerPaymentId: string }[]> {
  const ids = await dueIds(db, now, { hasOrder: false, most });
  if (ids.length === 0) return [];
  return db<{ id: string; provider: ProviderNumber; providerPaymentId: string }[]>`
    update notifications set hand_over_after = case when received_at >= ${oldBefore}
      then ${now}::timestamptz + ${pauseByAge(db, now, pause, 'received_at')} end
    where id = any(${ids}::uuid[]) and id = any(array(
      select id from notifications
      where id = any(${ids}::uuid[]) and hand_over_after < ${now} and order_id is null and provider_payment_id is not null
      for update skip locked))
    returning id, provider, provider_payment_id as "providerPaymentId"`;
}

export async function countOverdueWebhooks(db: Reader, now: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from notifications_due where hand_over_after < ${now} and order_id is not null`;
  return row?.count ?? 0;
}

export interface WebhookLine {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly eventType: string;
  readonly orderId: OrderId | null;
  readonly receivedAt: Date;
  readonly processedAt: Date | null;
  readonly parkedAt: Date | null;
  readonly discardedAt: Date | null;
}

function lineColumns(db: Reader) {
  return db`id, provider, event_type as "eventType", order_id as "orderId", received_at as "receivedAt",
    processed_at as "processedAt", parked_at as "parkedAt", discarded_at as "discardedAt"`;
}

/** The webhooks of an order, oldest first. */
export async function webhooksOf(db: Reader, orderId: OrderId): Promise<WebhookLine[]> {
  return db<WebhookLine[]>`
    select ${lineColumns(db)} from notifications where order_id = ${orderId} order by received_at, id`;
}

/** Webhooks that an order should have processed and has not, oldest first. */
export async function unprocessedWebhooks(
  db: Reader,
  receivedBefore: Date,
  most: number,
): Promise<WebhookLine[]> {
  return db<WebhookLine[]>`
    select ${lineColumns(db)} from notifications
    where id = any(array(select notification_id from notifications_due where order_id is not null)) and hand_over_after is not null and order_id is not null
      and received_at < ${receivedBefore}
    order by hand_over_after limit ${most}`;
}

/** Webhooks that wait for an operator to replay or discard them, oldest first. */
export async function parkedWebhooks(db: Reader, most: number): Promise<WebhookLine[]> {
  return db<WebhookLine[]>`
    select ${lineColumns(db)} from notifications
    where parked_at is not null order by parked_at limit ${most}`;
}

/** Webhooks without an order, because they match none or could not be read, newest first. */
export async function webhooksWithoutOrder(db: Reader, most: number): Promise<WebhookLine[]> {
  return db<WebhookLine[]>`
    select ${lineColumns(db)} from notifications
    where order_id is null and discarded_at is null order by received_at desc limit ${most}`;
}

export async function webhookLines(db: Reader, ids: readonly string[]): Promise<WebhookLine[]> {
  return db<WebhookLine[]>`
    select ${lineColumns(db)} from notifications where id = any(${[...ids]}::uuid[]) order by received_at, id`;
}

/** Resets the webhook as if it had just arrived: the next sweep enqueues it, unless the caller does so at once. */
export async function putBackInInbox(
  tx: Tx,
  id: string,
  { orderId, handOverAfter }: { readonly orderId: OrderId; readonly handOverAfter: Date },
): Promise<void> {
  await tx`
    update notifications set order_id = ${orderId}, processed_at = null, hand_over_after = ${handOverAfter}, failures = 0,
      parked_at = null, discarded_at = null
    where id = ${id}`;
}

/** Webhooks received between two times that announce a settlement report. Few: a provider makes some files a day. */
export async function reportsAnnouncedBetween(
  db: Reader,
  provider: ProviderNumber,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<string[]> {
  const rows = await db<{ body: string }[]>`
    select body from notifications
    where provider = ${provider} and event_type = 'REPORT_AVAILABLE' and received_at >= ${from} and received_at < ${to}
    order by received_at, id limit 1000`;
  return rows.map(({ body }) => body);
}
