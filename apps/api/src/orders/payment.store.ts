import type { Order, OrderId, ProviderNumber } from '@jawhara/domain';
import type { MoneyTaken } from '../providers/provider.ts';
import type { Reader, Tx } from '../platform/postgres.ts';

export interface Attempt {
  readonly attempt: number;
  readonly provider: ProviderNumber;
  readonly idempotencyKey: string;
  readonly providerPaymentId: string | null;
  /** Nobody has said yet what became of it. */
  readonly isOpen: boolean;
}

export type ProviderMoney = MoneyTaken & { readonly provider: ProviderNumber };

/** A provider is asked once for an order: a repeated call is the same payment, at every provider under the same key. */
export function attemptKey(orderId: OrderId): string {
  return `${orderId}-1`;
}

/** Written before the provider is called: a crash in between leaves a row to ask about. */
export async function recordAttempt(
  tx: Tx,
  order: Order,
  provider: ProviderNumber,
  at: Date,
): Promise<Attempt> {
  const idempotencyKey = attemptKey(order.id);
  const [row] = await tx<{ attempt: number }[]>`
    insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, state, created_at, changed_at)
    select ${order.id}, ${order.recipientId}, coalesce(max(attempt), 0) + 1, ${provider}, ${idempotencyKey}, 'sent', ${at}, ${at}
    from payments where order_id = ${order.id}
    returning attempt`;
  if (!row) throw new Error(`no attempt was recorded for order ${order.id}`);
  return { attempt: row.attempt, provider, idempotencyKey, providerPaymentId: null, isOpen: true };
}

/** The first one first. */
export async function attemptsOf(db: Reader, orderId: OrderId): Promise<Attempt[]> {
  const rows = await db<
    {
      attempt: number;
      provider: ProviderNumber;
      idempotency_key: string;
      provider_payment_id: string | null;
      state: string;
    }[]
  >`
    select attempt, provider, idempotency_key, provider_payment_id, state from payments
    where order_id = ${orderId} order by attempt`;
  return rows.map((row) => ({
    attempt: row.attempt,
    provider: row.provider,
    idempotencyKey: row.idempotency_key,
    providerPaymentId: row.provider_payment_id,
    isOpen: row.state === 'sent',
  }));
}

/** The provider has told us its own name for the payment. */
export async function nameAttempt(
  tx: Tx,
  orderId: OrderId,
  { provider, providerPaymentId }: { readonly provider: ProviderNumber; readonly providerPaymentId: string },
  at: Date,
): Promise<void> {
  await tx`
    update payments set provider_payment_id = ${providerPaymentId}, changed_at = ${at}
    where order_id = ${orderId} and provider = ${provider} and provider_payment_id is null`;
}

/** A row for the payment: the attempt it answers, or one of its own where nobody asked for it. */
async function knowPayment(tx: Tx, order: Order, money: ProviderMoney, at: Date): Promise<void> {
  await nameAttempt(tx, order.id, money, at);
  await tx`
    insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, provider_payment_id,
      state, created_at, changed_at)
    select ${order.id}, ${order.recipientId}, coalesce(max(attempt), 0) + 1, ${money.provider},
      ${`unplanned-${money.providerPaymentId}`}, ${money.providerPaymentId}, 'sent', ${at}, ${at}
    from payments where order_id = ${order.id}
    on conflict (provider, provider_payment_id, recipient_account_id) do nothing`;
}

/** Another amount than the price came: kept apart for a person. What was already kept as right stays as it is. */
export async function setApart(tx: Tx, order: Order, money: ProviderMoney, at: Date): Promise<void> {
  await knowPayment(tx, order, money, at);
  await tx`
    update payments set state = 'wrong-amount', amount_minor_units = ${money.amountMinorUnits},
      currency = ${money.currency}, changed_at = ${at}
    where order_id = ${order.id} and provider = ${money.provider}
      and provider_payment_id = ${money.providerPaymentId} and state in ('sent', 'refused')`;
}

export async function isSetApart(db: Reader, orderId: OrderId, providerPaymentId: string): Promise<boolean> {
  const rows = await db`
    select from payments
    where order_id = ${orderId} and provider_payment_id = ${providerPaymentId} and state = 'wrong-amount'`;
  return rows.length === 1;
}

export type Kept = 'kept-now' | 'kept-before' | 'second-payment';

/** Keeps the first payment that arrives for an order. Another one with another id is money that must go back. */
export async function keepPayment(tx: Tx, order: Order, money: ProviderMoney, at: Date): Promise<Kept> {
  await knowPayment(tx, order, money, at);
  const [kept] = await tx<{ provider_payment_id: string }[]>`
    select provider_payment_id from payments where order_id = ${order.id} and is_kept`;
  if (kept?.provider_payment_id === money.providerPaymentId) return 'kept-before';
  await tx`
    update payments set state = ${kept ? 'refunding' : 'paid'}, is_kept = ${!kept},
      amount_minor_units = ${money.amountMinorUnits}, currency = ${money.currency}, changed_at = ${at}
    where order_id = ${order.id} and provider = ${money.provider}
      and provider_payment_id = ${money.providerPaymentId} and state <> 'refunded'`;
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

export async function markRefunded(
  tx: Tx,
  orderId: OrderId,
  providerPaymentId: string,
  at: Date,
): Promise<void> {
  await tx`
    update payments set state = 'refunded', changed_at = ${at}
    where order_id = ${orderId} and provider_payment_id = ${providerPaymentId} and not is_kept`;
}

/** The provider has said no, or has had all the time there is to say anything. Money that comes all the same is found by its word. */
export async function closeAttempt(
  tx: Tx,
  orderId: OrderId,
  provider: ProviderNumber,
  at: Date,
): Promise<void> {
  await tx`
    update payments set state = 'refused', changed_at = ${at}
    where order_id = ${orderId} and provider = ${provider} and state = 'sent'`;
}

export interface RefundDue {
  readonly provider: ProviderNumber;
  readonly money: MoneyTaken;
  readonly idempotencyKey: string;
}

export async function refundsDue(db: Reader, orderId: OrderId): Promise<RefundDue[]> {
  const rows = await db<
    { provider: ProviderNumber; provider_payment_id: string; amount: number; currency: string }[]
  >`
    select provider, provider_payment_id, amount_minor_units::int as amount, currency from payments
    where order_id = ${orderId} and state = 'refunding' and provider_payment_id is not null`;
  return rows.map((row) => ({
    provider: row.provider,
    money: {
      providerPaymentId: row.provider_payment_id,
      amountMinorUnits: row.amount,
      currency: row.currency,
    },
    idempotencyKey: `refund-${row.provider_payment_id}`,
  }));
}
