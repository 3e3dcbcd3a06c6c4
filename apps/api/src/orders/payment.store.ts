import type { Order, OrderId, ProviderNumber } from '@jawhara/domain';
import type { MoneyTaken } from '../providers/provider.ts';
import type { Reader, Tx } from '../platform/postgres.ts';

export interface Attempt {
  readonly attempt: number;
  readonly idempotencyKey: string;
  readonly providerPaymentId: string | null;
}

/** The key names the order and the attempt: a repeated call is the same payment, a new try is a new one. */
export function attemptKey(orderId: OrderId, attempt: number): string {
  return `${orderId}-${attempt}`;
}

/** Written before the provider is called: a crash in between leaves a row to ask about. */
export async function recordAttempt(tx: Tx, order: Order, at: Date): Promise<Attempt> {
  const attempt = 1;
  const idempotencyKey = attemptKey(order.id, attempt);
  await tx`
    insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, state, created_at, changed_at)
    values (${order.id}, ${order.recipientId}, ${attempt}, ${order.provider}, ${idempotencyKey}, 'sent', ${at}, ${at})
    on conflict do nothing`;
  return { attempt, idempotencyKey, providerPaymentId: null };
}

export async function latestAttempt(db: Reader, orderId: OrderId): Promise<Attempt | null> {
  const [row] = await db<{ attempt: number; idempotency_key: string; provider_payment_id: string | null }[]>`
    select attempt, idempotency_key, provider_payment_id from payments
    where order_id = ${orderId} order by attempt desc limit 1`;
  if (!row) return null;
  return {
    attempt: row.attempt,
    idempotencyKey: row.idempotency_key,
    providerPaymentId: row.provider_payment_id,
  };
}

/** The provider has told us its own name for the payment. */
export async function nameAttempt(
  tx: Tx,
  orderId: OrderId,
  providerPaymentId: string,
  at: Date,
): Promise<void> {
  await tx`
    update payments set provider_payment_id = ${providerPaymentId}, changed_at = ${at}
    where order_id = ${orderId} and provider_payment_id is null
      and attempt = (select max(attempt) from payments where order_id = ${orderId})`;
}

export type Kept = 'kept-now' | 'kept-before' | 'second-payment';

/** Keeps the first payment that arrives for an order. Another one with another id is money that must go back. */
export async function keepPayment(tx: Tx, order: Order, money: MoneyTaken, at: Date): Promise<Kept> {
  await nameAttempt(tx, order.id, money.providerPaymentId, at);
  const [kept] = await tx<{ provider_payment_id: string }[]>`
    select provider_payment_id from payments where order_id = ${order.id} and is_kept`;
  if (kept?.provider_payment_id === money.providerPaymentId) return 'kept-before';
  await tx`
    insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, provider_payment_id,
      state, created_at, changed_at)
    select ${order.id}, ${order.recipientId}, coalesce(max(attempt), 0) + 1, ${order.provider},
      ${`unplanned-${money.providerPaymentId}`}, ${money.providerPaymentId}, 'sent', ${at}, ${at}
    from payments where order_id = ${order.id}
    on conflict (provider, provider_payment_id, recipient_account_id) do nothing`;
  await tx`
    update payments set state = ${kept ? 'refunding' : 'paid'}, is_kept = ${!kept},
      amount_minor_units = ${money.amountMinorUnits}, currency = ${money.currency}, changed_at = ${at}
    where order_id = ${order.id} and provider_payment_id = ${money.providerPaymentId} and state <> 'refunded'`;
  return kept ? 'second-payment' : 'kept-now';
}

export async function isKeptPayment(
  db: Reader,
  orderId: OrderId,
  providerPaymentId: string,
): Promise<boolean> {
  const rows = await db`
    select from payments where order_id = ${orderId} and provider_payment_id = ${providerPaymentId} and is_kept`;
  return rows.length === 1;
}

export async function markPayment(
  tx: Tx,
  orderId: OrderId,
  providerPaymentId: string,
  state: 'refused' | 'refunded',
  at: Date,
): Promise<void> {
  await tx`
    update payments set state = ${state}, changed_at = ${at}
    where order_id = ${orderId} and provider_payment_id = ${providerPaymentId} and not is_kept`;
}

export interface RefundDue {
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly idempotencyKey: string;
}

export async function refundsDue(db: Reader, orderId: OrderId): Promise<RefundDue[]> {
  const rows = await db<{ provider: ProviderNumber; provider_payment_id: string }[]>`
    select provider, provider_payment_id from payments
    where order_id = ${orderId} and state = 'refunding' and provider_payment_id is not null`;
  return rows.map((row) => ({
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    idempotencyKey: `refund-${row.provider_payment_id}`,
  }));
}
