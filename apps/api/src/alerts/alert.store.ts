import {
  ALERT_URGENCIES,
  alertKey,
  mayComeBack,
  urgencyOf,
  type AccountId,
  type AlertFields,
  type AlertKind,
  type AlertUrgency,
  type OrderId,
} from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

type AlertDetail = Readonly<Record<string, string | number | null>>;

/**
 * An alert. The detail has the fields that identify an alert of this kind, and others that help the operator. An alert
 * about an order is identified by the order.
 */
export interface Alert<Kind extends AlertKind> {
  readonly id: string;
  readonly kind: Kind;
  readonly orderId: 'orderId' extends keyof AlertFields<Kind> ? OrderId : OrderId | null;
  readonly recipientId: AccountId | null;
  readonly detail: Omit<AlertFields<Kind>, 'orderId'> & AlertDetail;
  readonly at: Date;
}

export interface StoredAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly urgency: AlertUrgency;
  readonly subject: string;
  readonly orderId: OrderId | null;
  readonly providerPaymentId: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
  readonly raisedAt: Date;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  readonly closedWhy: string | null;
  readonly postedAt: Date | null;
}

/** Stored as the name of who closed an alert whose cause ended without an operator. */
export const BY_ITSELF = 'by itself';

function columns(db: Reader) {
  return db`id, kind, urgency, subject, order_id as "orderId", provider_payment_id as "providerPaymentId", detail,
    raised_at as "raisedAt", closed_at as "closedAt", closed_by as "closedBy", closed_why as "closedWhy", posted_at as "postedAt"`;
}

function byUrgency(db: Reader) {
  return db`array_position(${[...ALERT_URGENCIES]}::text[], urgency), raised_at, id`;
}

/**
 * Raises an alert; false if it exists already. An alert about an order is raised only once for each key, ever; one
 * about a provider, a flow or a build is raised once while it is open.
 */
export async function raiseAlert<Kind extends AlertKind>(tx: Tx, alert: Alert<Kind>): Promise<boolean> {
  const { id, kind, orderId, recipientId, detail, at } = alert;
  // The order is not in the detail, because it is a field of its own.
  const fields = { ...detail, orderId } as unknown as AlertFields<Kind>;
  const { subject, providerPaymentId } = alertKey(kind, fields);
  const rows = await tx`
    insert into alerts (id, kind, urgency, may_come_back, subject, order_id, recipient_account_id, provider_payment_id,
      detail, raised_at, post_after)
    values (${id}, ${kind}, ${urgencyOf(kind)}, ${mayComeBack(kind)}, ${subject}, ${orderId},
      ${recipientId}, ${providerPaymentId}, ${tx.json(detail)}, ${at}, ${at})
    on conflict do nothing
    returning id`;
  return rows.length === 1;
}

/**
 * SQL condition: whether the order has an open alert about a parked step that was not caused by a webhook. A successful
 * check of the order closes such alerts.
 */
export function hasParkedStep(db: Reader, orderId: OrderId) {
  return db`exists (select from alerts where order_id = ${orderId} and kind = 'step-parked' and closed_at is null
    and detail->>'notification' is null)`;
}

/**
 * Part of a statement about a processed webhook: closes the alert about the webhook and those about its parked steps.
 */
export function healedParking(
  db: Reader,
  {
    orderId,
    notification,
    at,
  }: { readonly orderId: OrderId; readonly notification: string; readonly at: Date },
) {
  return db`healed as (
    update alerts set closed_at = ${at}, closed_by = ${BY_ITSELF},
      closed_why = case kind when 'step-parked' then 'the work has passed' else 'the webhook was processed' end,
      post_after = case when may_come_back and posted_at is not null then ${at}::timestamptz else post_after end
    where closed_at is null and ((order_id = ${orderId} and kind = 'step-parked' and detail->>'notification' = ${notification})
      or (subject = ${notification} and kind = 'webhook-parked')))`;
}

export interface Closing {
  readonly by: string;
  readonly why: string;
  readonly at: Date;
}

/** Closes an alert for an operator; its end is not posted. Null if the alert does not exist or is closed already. */
export async function closeAlert(tx: Tx, id: string, { by, why, at }: Closing): Promise<StoredAlert | null> {
  const [row] = await tx<StoredAlert[]>`
    update alerts set closed_at = ${at}, closed_by = ${by}, closed_why = ${why}, post_after = null
    where id = ${id} and closed_at is null returning ${columns(tx)}`;
  return row ?? null;
}

export interface Healed {
  readonly kind: AlertKind;
  readonly about: { readonly subject: string } | { readonly orderId: OrderId };
  /** If set, only alerts about this payment are closed; otherwise all. */
  readonly providerPaymentId?: string;
  readonly why: string;
  readonly at: Date;
}

/**
 * Closes the alert about a fault that ended by itself; true if there was one. If the start of the alert was posted and
 * its kind may occur again, the end is posted too.
 */
export async function healAlert(tx: Tx, healed: Healed): Promise<boolean> {
  const { kind, about, providerPaymentId: payment, why, at } = healed;
  const rows = await tx`
    update alerts set closed_at = ${at}, closed_by = ${BY_ITSELF}, closed_why = ${why},
      post_after = case when may_come_back and posted_at is not null then ${at}::timestamptz else post_after end
    where kind = ${kind} and closed_at is null
      and ${'subject' in about ? tx`subject = ${about.subject}` : tx`order_id = ${about.orderId}`}
      ${payment === undefined ? tx`` : tx`and provider_payment_id = ${payment}`}
    returning id`;
  return rows.length > 0;
}

interface AlertOfKey {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly providerPaymentId?: string;
}

/**
 * Reopens a closed alert of a kind that is raised only once, because its cause is back; it is posted again. With
 * `closedBy` set, only an alert that was closed under this name.
 */
export async function reopenAlert(
  tx: Tx,
  closed: AlertOfKey & { readonly closedBy?: string; readonly at: Date },
): Promise<boolean> {
  const { kind, subject, providerPaymentId = '', closedBy, at } = closed;
  const rows = await tx`
    update alerts set closed_at = null, closed_by = null, closed_why = null, post_after = ${at}
    where subject = ${subject} and kind = ${kind} and provider_payment_id = ${providerPaymentId}
      and not may_come_back and closed_at is not null
      ${closedBy === undefined ? tx`` : tx`and closed_by = ${closedBy}`}
    returning id`;
  return rows.length > 0;
}

/** Reopens alerts about a payment that were closed without an operator, because their cause is back. True if there was one. */
export async function reopenHealedAlerts(
  tx: Tx,
  { kind, orderId, providerPaymentId, at }: HealedAlerts,
): Promise<boolean> {
  const rows = await tx`
    update alerts set closed_at = null, closed_by = null, closed_why = null, post_after = ${at}
    where order_id = ${orderId} and kind = ${kind} and provider_payment_id = ${providerPaymentId}
      and not may_come_back and closed_by = ${BY_ITSELF}
    returning id`;
  return rows.length > 0;
}

interface HealedAlerts {
  readonly kind: AlertKind;
  readonly orderId: OrderId;
  readonly providerPaymentId: string;
  readonly at: Date;
}

/** Closes the alerts that an operator's action on the order ends. */
export async function closeAlertsOfOrder(
  tx: Tx,
  orderId: OrderId,
  ended: { readonly kinds: readonly AlertKind[]; readonly providerPaymentId: string },
  { by, why, at }: Closing,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update alerts set closed_at = ${at}, closed_by = ${by}, closed_why = ${why}, post_after = null
    where order_id = ${orderId} and kind = any(${[...ended.kinds]}::text[])
      and provider_payment_id = ${ended.providerPaymentId} and closed_at is null
    returning id`;
  return rows.map(({ id }) => id);
}

/** Closes the open alerts of these kinds about a subject, after an operator's action that settles them. */
export async function closeAlertsOfSubject(
  tx: Tx,
  subject: string,
  kinds: readonly AlertKind[],
  { by, why, at }: Closing,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update alerts set closed_at = ${at}, closed_by = ${by}, closed_why = ${why}, post_after = null
    where subject = ${subject} and kind = any(${[...kinds]}::text[]) and closed_at is null
    returning id`;
  return rows.map(({ id }) => id);
}

export async function alertById(db: Reader, id: string): Promise<StoredAlert | null> {
  const [row] = await db<StoredAlert[]>`select ${columns(db)} from alerts where id = ${id}`;
  return row ?? null;
}

/** Finds open alerts by the last characters of their id, as the list of alerts shows them. */
export async function openAlertsEndingWith(db: Reader, end: string): Promise<StoredAlert[]> {
  return db<StoredAlert[]>`
    select ${columns(db)} from alerts where closed_at is null and right(id::text, ${end.length}) = ${end}`;
}

/** Open alerts, the most urgent first, then the oldest. */
export async function openAlerts(db: Reader, most: number): Promise<StoredAlert[]> {
  return db<StoredAlert[]>`
    select ${columns(db)} from alerts where closed_at is null order by ${byUrgency(db)} limit ${most}`;
}

export async function openAlertsOfKind(db: Reader, kind: AlertKind, most: number): Promise<StoredAlert[]> {
  return db<StoredAlert[]>`
    select ${columns(db)} from alerts where closed_at is null and kind = ${kind} order by raised_at, id limit ${most}`;
}

export async function alertsOfOrder(db: Reader, orderId: OrderId): Promise<StoredAlert[]> {
  return db<StoredAlert[]>`
    select ${columns(db)} from alerts where order_id = ${orderId} order by raised_at, id`;
}

export async function alertsOfSubject(db: Reader, subject: string): Promise<StoredAlert[]> {
  return db<StoredAlert[]>`
    select ${columns(db)} from alerts where subject = ${subject} and not may_come_back order by raised_at, id`;
}

export async function countOpenAlerts(db: Reader): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`select count(*)::int as count from alerts where closed_at is null`;
  return row?.count ?? 0;
}
