import {
  ALERT_URGENCIES,
  mayComeBack,
  urgencyOf,
  type AccountId,
  type AlertKind,
  type AlertUrgency,
  type OrderId,
} from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

export interface Alert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly orderId: OrderId | null;
  readonly recipientId: AccountId | null;
  /** The payment it is about; null: the order as a whole. */
  readonly providerPaymentId: string | null;
  readonly detail: Record<string, string | number | null>;
  readonly at: Date;
  /** What it is about, where that is no order: `provider:13`, `flow:<order>`. Detail may name a notification or a refund. */
  readonly subject?: string;
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

/** Who closes what healed by itself. */
export const BY_ITSELF = 'by itself';

/** Something that comes and goes within this time is one trouble, told once. */
const SAME_TROUBLE_MS = 15 * 60_000;

function columns(db: Reader) {
  return db`id, kind, urgency, subject, order_id as "orderId", provider_payment_id as "providerPaymentId", detail,
    raised_at as "raisedAt", closed_at as "closedAt", closed_by as "closedBy", closed_why as "closedWhy", posted_at as "postedAt"`;
}

function byUrgency(db: Reader) {
  return db`array_position(${[...ALERT_URGENCIES]}::text[], urgency), raised_at, id`;
}

/** One alert for each refund that fails, not one for the order. About nothing else, an alert is about itself. */
function subjectOf({ subject, orderId, detail, id }: Alert): string {
  const { refund, notification } = detail;
  if (subject !== undefined) return subject;
  if (typeof refund === 'string') return `refund:${refund}`;
  return orderId ?? (typeof notification === 'string' ? notification : id);
}

async function openAgain(tx: Tx, kind: AlertKind, subject: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update alerts set closed_at = null, closed_by = null, closed_why = null
    where id = (
      select id from alerts where subject = ${subject} and kind = ${kind} and may_come_back and closed_by = ${BY_ITSELF}
        and closed_at > ${new Date(at.getTime() - SAME_TROUBLE_MS)} order by closed_at desc limit 1)
      and not exists (
        select from alerts where subject = ${subject} and kind = ${kind} and may_come_back and closed_at is null)
    returning id`;
  return rows.length === 1;
}

/**
 * True when it was raised now. The same alert of the same order and payment is raised once for ever, whatever became of it;
 * one about a provider or a flow once while it is open.
 */
export async function raiseAlert(tx: Tx, alert: Alert): Promise<boolean> {
  const subject = subjectOf(alert);
  const comesBack = mayComeBack(alert.kind);
  if (comesBack && (await openAgain(tx, alert.kind, subject, alert.at))) return true;
  const rows = await tx`
    insert into alerts (id, kind, urgency, may_come_back, subject, order_id, recipient_account_id, provider_payment_id,
      detail, raised_at, post_after)
    values (${alert.id}, ${alert.kind}, ${urgencyOf(alert.kind)}, ${comesBack}, ${subject}, ${alert.orderId},
      ${alert.recipientId}, ${alert.providerPaymentId ?? ''}, ${tx.json(alert.detail)}, ${alert.at}, ${alert.at})
    on conflict do nothing
    returning id`;
  return rows.length === 1;
}

export interface Closing {
  readonly by: string;
  readonly why: string;
  readonly at: Date;
}

/** By a person. What was not posted yet need not be: somebody knows. Null when it is not there, or closed already. */
export async function closeAlert(tx: Tx, id: string, { by, why, at }: Closing): Promise<StoredAlert | null> {
  const [row] = await tx<StoredAlert[]>`
    update alerts set closed_at = ${at}, closed_by = ${by}, closed_why = ${why}, post_after = null
    where id = ${id} and closed_at is null returning ${columns(tx)}`;
  return row ?? null;
}

export interface Healed {
  readonly kind: AlertKind;
  readonly about: { readonly subject: string } | { readonly orderId: OrderId };
  /** Of this payment alone; otherwise all. */
  readonly providerPaymentId?: string;
  readonly why: string;
  readonly at: Date;
}

/** What healed by itself closes its alert. True when there was one. */
export async function healAlert(tx: Tx, healed: Healed): Promise<boolean> {
  const { kind, about, providerPaymentId: payment, why, at } = healed;
  const rows = await tx`
    update alerts set closed_at = ${at}, closed_by = ${BY_ITSELF}, closed_why = ${why}
    where kind = ${kind} and closed_at is null
      and ${'subject' in about ? tx`subject = ${about.subject}` : tx`order_id = ${about.orderId}`}
      ${payment === undefined ? tx`` : tx`and provider_payment_id = ${payment}`}
    returning id`;
  return rows.length > 0;
}

/** What is raised once for ever, was closed, and is so again. It is posted once more. */
export async function reopenAlert(
  tx: Tx,
  { kind, subject, at }: { readonly kind: AlertKind; readonly subject: string; readonly at: Date },
): Promise<boolean> {
  const rows = await tx`
    update alerts set closed_at = null, closed_by = null, closed_why = null, post_after = ${at}
    where subject = ${subject} and kind = ${kind} and not may_come_back and closed_at is not null
    returning id`;
  return rows.length > 0;
}

/** What a person's act on an order ends, is closed with it. */
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

export async function alertById(db: Reader, id: string): Promise<StoredAlert | null> {
  const [row] = await db<StoredAlert[]>`select ${columns(db)} from alerts where id = ${id}`;
  return row ?? null;
}

/** By the end of its id, as the list shows it: nobody types a whole one. */
export async function openAlertsEndingWith(db: Reader, end: string): Promise<StoredAlert[]> {
  return db<StoredAlert[]>`
    select ${columns(db)} from alerts where closed_at is null and right(id::text, ${end.length}) = ${end}`;
}

/** The most urgent first, then the oldest. */
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

export async function countOpenAlerts(db: Reader): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`select count(*)::int as count from alerts where closed_at is null`;
  return row?.count ?? 0;
}
