import type { Money, Order, OrderId, ProviderNumber } from '@jawhara/domain';
import type { Db, Reader, Tx } from '../../platform/postgres.ts';
import { moneyRowsOf, type OrderMoneyRows, type RefundRow, type RefundState } from './order-money.store.ts';
import { pauseByAge, type SweepPause } from './sweep.store.ts';

/** A refund of ours and its cause. The id is its idempotency key at the provider: however often it is sent, it is one refund. */
export interface Refund {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly money: Money;
  readonly cause: string;
  readonly requestedBy: string;
}

export interface RefundOnRecord extends Refund {
  readonly state: RefundState;
  readonly returnId: string | null;
  /** When the provider was first called for this refund, apart from calls that proved to have had no effect; null before that. */
  readonly sentAt: Date | null;
  readonly lastSentAt: Date | null;
}

export interface DueRefund extends Refund {
  readonly orderId: OrderId;
  readonly createdAt: Date;
  readonly lastSentAt: Date | null;
  readonly nextTryAt: Date;
}

/** Refunds that their provider has not accepted or refused yet, the one that is tried next first. */
export async function dueRefunds(db: Reader, most: number): Promise<DueRefund[]> {
  const rows = await db<(RefundRow & { order_id: OrderId; created_at: Date; look_after: Date })[]>`
    select id, order_id, provider, provider_payment_id, amount_minor_units, currency, cause, asked_by, created_at,
      last_sent_at, look_after
    from refunds where look_after is not null and state = 'due' order by look_after limit ${most}`;
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    money: { currency: row.currency, minorUnits: row.amount_minor_units },
    cause: row.cause,
    requestedBy: row.asked_by,
    createdAt: row.created_at,
    lastSentAt: row.last_sent_at,
    nextTryAt: row.look_after,
  }));
}

export function refundsIn({ refunds }: Pick<OrderMoneyRows, 'refunds'>): RefundOnRecord[] {
  return refunds.map((row) => ({
    id: row.id,
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    money: { currency: row.currency, minorUnits: row.amount_minor_units },
    cause: row.cause,
    requestedBy: row.asked_by,
    state: row.state,
    returnId: row.return_id,
    sentAt: row.sent_at,
    lastSentAt: row.last_sent_at,
  }));
}

export async function refundsOf(db: Reader, orderId: OrderId): Promise<RefundOnRecord[]> {
  return refundsIn(await moneyRowsOf(db, orderId));
}

/** Returns true if it is new: a payment is refunded once per cause. */
export async function insertRefund(
  tx: Tx,
  order: Order,
  refund: Refund & { readonly state: 'due' | 'not-needed' },
  at: Date,
): Promise<boolean> {
  const { state } = refund;
  const rows = await tx`
    insert into refunds (id, order_id, recipient_account_id, provider, provider_payment_id, amount_minor_units, currency,
      cause, asked_by, state, created_at, changed_at, look_after, sent_at, last_sent_at)
    values (${refund.id}, ${order.id}, ${order.recipientId}, ${refund.provider}, ${refund.providerPaymentId},
      ${refund.money.minorUnits}, ${refund.money.currency}, ${refund.cause}, ${refund.requestedBy}, ${state}, ${at}, ${at},
      ${state === 'due' ? at : null}, null, null)
    on conflict (order_id, recipient_account_id, provider, provider_payment_id, cause) do nothing
    returning id`;
  return rows.length === 1;
}

/** The states that each state may follow. */
const COMES_FROM = {
  due: ['not-needed'],
  accepted: ['due', 'unclear'],
  refused: ['due'],
  'not-needed': ['due'],
  unclear: ['due'],
} as const satisfies Record<RefundState, readonly RefundState[]>;

export async function markRefund(
  tx: Tx,
  id: string,
  end:
    | { readonly state: 'accepted'; readonly returnId: string }
    | { readonly state: Exclude<RefundState, 'accepted'>; readonly returnId: null },
  at: Date,
): Promise<void> {
  await tx`
    update refunds set state = ${end.state}, return_id = ${end.returnId}, changed_at = ${at},
      look_after = ${end.state === 'due' ? at : null}
    where id = ${id} and state = any(${[...COMES_FROM[end.state]]}::text[])`;
}

/**
 * Recorded before the provider is called, because from then on the call may have had an effect. `isFirst`: earlier calls had
 * none.
 */
export async function markRefundSent(
  tx: Tx,
  id: string,
  { at, isFirst }: { readonly at: Date; readonly isFirst: boolean },
): Promise<void> {
  await tx`
    update refunds set sent_at = ${isFirst ? at : tx`coalesce(sent_at, ${at})`}, last_sent_at = ${at}
    where id = ${id} and state = 'due'`;
}

/** Refunds that were not sent yet, or got no answer, each claimed by one sweeper for a while. */
export async function claimRefundsToSend(
  db: Db,
  now: Date,
  pause: SweepPause,
  most: number,
): Promise<OrderId[]> {
  const rows = await db<{ order_id: OrderId }[]>`
    update refunds set look_after = ${now}::timestamptz + ${pauseByAge(db, now, pause, 'created_at')}
    where id = any(array(
      select id from refunds
      where look_after < ${now} order by look_after limit ${most} for update skip locked))
    returning order_id`;
  return rows.map((row) => row.order_id);
}
