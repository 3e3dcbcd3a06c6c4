import { ALERT_URGENCIES, type AlertKind, type AlertUrgency, type OrderId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/**
 * Key of the advisory lock that is held while posting. All processes use the same number, so only one of them posts at
 * a time, and in order.
 */
const POSTING_LOCK = 7_342_026;

/** The part of an alert that may leave the shop: no personal data is read from the table. */
export interface WaitingAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly urgency: AlertUrgency;
  readonly subject: string;
  readonly orderId: OrderId | null;
  readonly raisedAt: Date;
  readonly closedAt: Date | null;
  /** Null until the start of the alert was posted. If it is set, the message that waits is about its end or its reopening. */
  readonly postedAt: Date | null;
  readonly postAfter: Date;
  readonly tries: number;
}

/** True if this transaction now holds the lock; false if another process is posting. */
export async function lockPosting(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${POSTING_LOCK}) as locked`;
  return row?.locked ?? false;
}

/**
 * Alerts with a message that waits, the most urgent first, then the oldest. The time of the first one decides whether
 * posting is due.
 */
export async function alertsToPost(db: Reader, most: number): Promise<WaitingAlert[]> {
  return db<WaitingAlert[]>`
    select id, kind, urgency, subject, order_id as "orderId", raised_at as "raisedAt", closed_at as "closedAt",
      posted_at as "postedAt", post_after as "postAfter", post_tries as tries
    from alerts where post_after is not null
    order by array_position(${[...ALERT_URGENCIES]}::text[], urgency), raised_at, id limit ${most}`;
}

export async function markPosted(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx`
    update alerts set posted_at = ${at}, post_after = null, post_tries = post_tries + 1
    where id = any(${[...ids]}::uuid[])`;
}

export async function postLater(tx: Tx, id: string, after: Date): Promise<void> {
  await tx`update alerts set post_after = ${after}, post_tries = post_tries + 1
    where id = ${id} and post_after is not null`;
}

/** Alerts that ended long ago are no longer posted. */
export async function forgetOldNews(tx: Tx, closedBefore: Date): Promise<void> {
  await tx`update alerts set post_after = null where post_after is not null and closed_at < ${closedBefore}`;
}

/** Counts alerts whose start or end should have been posted before this time. */
export async function countUnpostedAlerts(db: Reader, before: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from alerts
    where post_after is not null and case when posted_at is null then raised_at else coalesce(closed_at, post_after) end < ${before}`;
  return row?.count ?? 0;
}
