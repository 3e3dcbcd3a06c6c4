import type { Money, Order, OrderId, ProviderNumber } from '@jawhara/domain';
import type { Db, Reader, Tx } from '../../platform/postgres.ts';
import { pauseByAge, type SweepPause } from '../following-up/sweep-pause.ts';

/** What we send back, and why. The id names it to the provider: however often it is sent, it is one refund. */
export interface Refund {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly money: Money;
  readonly cause: string;
  readonly askedBy: string;
}

export interface RefundOnRecord extends Refund {
  readonly state: 'due' | 'accepted' | 'refused';
  readonly returnId: string | null;
}

interface RefundRow {
  id: string;
  provider: ProviderNumber;
  provider_payment_id: string;
  amount_minor_units: number;
  currency: string;
  cause: string;
  asked_by: string;
  state: RefundOnRecord['state'];
  return_id: string | null;
}

export async function refundsOf(db: Reader, orderId: OrderId): Promise<RefundOnRecord[]> {
  const rows = await db<RefundRow[]>`
    select id, provider, provider_payment_id, amount_minor_units, currency, cause, asked_by, state, return_id
    from refunds where order_id = ${orderId} order by created_at, id`;
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    money: { currency: row.currency, minorUnits: row.amount_minor_units },
    cause: row.cause,
    askedBy: row.asked_by,
    state: row.state,
    returnId: row.return_id,
  }));
}

/** True when it was written now; the same payment goes back once for the same cause. */
export async function insertRefund(tx: Tx, order: Order, refund: Refund, at: Date): Promise<boolean> {
  const rows = await tx`
    insert into refunds (id, order_id, recipient_account_id, provider, provider_payment_id, amount_minor_units, currency,
      cause, asked_by, state, created_at, changed_at, look_after)
    values (${refund.id}, ${order.id}, ${order.recipientId}, ${refund.provider}, ${refund.providerPaymentId},
      ${refund.money.minorUnits}, ${refund.money.currency}, ${refund.cause}, ${refund.askedBy}, 'due', ${at}, ${at}, ${at})
    on conflict (order_id, recipient_account_id, provider, provider_payment_id, cause) do nothing
    returning id`;
  return rows.length === 1;
}

export async function markRefund(
  tx: Tx,
  id: string,
  end:
    | { readonly state: 'accepted'; readonly returnId: string }
    | { readonly state: 'refused'; readonly returnId: null },
  at: Date,
): Promise<void> {
  await tx`
    update refunds set state = ${end.state}, return_id = ${end.returnId}, changed_at = ${at}, look_after = null
    where id = ${id} and state = 'due'`;
}

/** Refunds nobody has sent yet, or whose provider was silent, each claimed by one sweeper for a while. */
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
