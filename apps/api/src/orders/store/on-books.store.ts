import {
  isHonoured,
  type AccountId,
  type AttemptOnBooks,
  type OrderFacts,
  type OrderId,
  type OrderPurpose,
  type OrderState,
  type PaymentStanding,
  type ProviderNumber,
} from '@jawhara/domain';
import type { Reader } from '../../platform/postgres.ts';
import { returnsOfOrders } from './return.store.ts';

/** The facts about an order that are compared with a provider's settlement report. */
export interface OrderKnown {
  readonly orderId: OrderId;
  readonly isHeld: boolean;
  readonly facts: OrderFacts;
  readonly attempts: readonly AttemptOnBooks[];
}

interface OrderRow {
  id: OrderId;
  recipient_account_id: AccountId;
  purpose: OrderPurpose;
  gems: number;
  gems_forgiven: number;
  gems_moved: number;
  gems_moved_to: AccountId | null;
  state: OrderState;
  is_held: boolean;
}

interface AttemptRow {
  order_id: OrderId;
  provider: ProviderNumber;
  provider_payment_id: string | null;
  state: AttemptOnBooks['state'];
  standing: PaymentStanding | null;
  amount_minor_units: number | null;
  currency: string | null;
  created_at: Date;
  paid_at: Date | null;
}

function attemptOf(row: AttemptRow): AttemptOnBooks {
  const { amount_minor_units: minorUnits, currency } = row;
  return {
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    state: row.state,
    standing: row.standing,
    money: minorUnits === null || currency === null ? null : { currency, minorUnits },
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}

/** Many orders at once, in a few queries. Unknown ids are left out. */
export async function ordersKnown(db: Reader, ids: readonly OrderId[]): Promise<OrderKnown[]> {
  if (ids.length === 0) return [];
  const orders = await db<OrderRow[]>`
    select id, recipient_account_id, purpose, gems, gems_forgiven, gems_moved, gems_moved_to, state, is_held
    from orders where id = any(${[...ids]}::uuid[])`;
  const attempts = await db<AttemptRow[]>`
    select order_id, provider, provider_payment_id, state, standing, amount_minor_units, currency, created_at, paid_at
    from payments where order_id = any(${[...ids]}::uuid[]) order by order_id, attempt`;
  const attemptsOf = new Map<OrderId, AttemptOnBooks[]>();
  for (const row of attempts)
    attemptsOf.set(row.order_id, [...(attemptsOf.get(row.order_id) ?? []), attemptOf(row)]);
  const returnsOf = await returnsOfOrders(db, ids);
  return orders.map((row) => {
    const own = attemptsOf.get(row.id) ?? [];
    return {
      orderId: row.id,
      isHeld: row.is_held,
      attempts: own,
      facts: {
        purpose: row.purpose,
        recipientId: row.recipient_account_id,
        gems: row.gems,
        gemsForgiven: row.gems_forgiven,
        gemsMoved: row.gems_moved_to === null ? null : { to: row.gems_moved_to, gems: row.gems_moved },
        isHonoured: isHonoured(row.state),
        payments: own.flatMap(({ provider, providerPaymentId, money, standing }) =>
          providerPaymentId === null || money === null || standing === null
            ? []
            : [{ provider, providerPaymentId, money, standing }],
        ),
        returns: returnsOf.get(row.id) ?? [],
      },
    };
  });
}

/** The orders of these payments, by the provider's payment ids. */
export async function ordersOfPayments(
  db: Reader,
  provider: ProviderNumber,
  providerPaymentIds: readonly string[],
): Promise<Map<string, OrderId>> {
  const rows = await db<{ provider_payment_id: string; order_id: OrderId }[]>`
    select provider_payment_id, order_id from payments
    where provider = ${provider} and provider_payment_id = any(${[...providerPaymentIds]}::text[])`;
  return new Map(rows.map((row) => [row.provider_payment_id, row.order_id]));
}

/** Which of the ids are orders of ours. */
export async function ordersThatAre(db: Reader, ids: readonly OrderId[]): Promise<Set<OrderId>> {
  const rows = await db<{ id: OrderId }[]>`select id from orders where id = any(${[...ids]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

export interface PaidPayment {
  readonly orderId: OrderId;
  readonly attempt: number;
  readonly providerPaymentId: string;
  readonly currency: string;
  readonly minorUnits: number;
  readonly createdAt: Date;
  readonly paidAt: Date;
}

/** The last row of the page before. Its time is text, because PostgreSQL's times are finer than a JavaScript date. */
export interface PaidPage {
  readonly at: string;
  readonly orderId: OrderId;
  readonly attempt: number;
}

/** Payments that were reported to us between two times, in pages. */
export async function paidBetween(
  db: Reader,
  provider: ProviderNumber,
  { from, to }: { readonly from: Date; readonly to: Date },
  after: PaidPage | null,
  most: number,
): Promise<{ readonly payments: readonly PaidPayment[]; readonly next: PaidPage | null }> {
  const rows = await db<(PaidPayment & { at: string })[]>`
    select order_id as "orderId", attempt, provider_payment_id as "providerPaymentId", currency,
      amount_minor_units as "minorUnits", created_at as "createdAt", paid_at as "paidAt", paid_at::text as at
    from payments
    where provider = ${provider} and state = 'paid' and paid_at >= ${from} and paid_at < ${to}
      and (paid_at, order_id, attempt) > (${after?.at ?? '-infinity'}::text::timestamptz,
        ${after?.orderId ?? '00000000-0000-0000-0000-000000000000'}::uuid, ${after?.attempt ?? 0}::int)
    order by paid_at, order_id, attempt limit ${most}`;
  const last = rows.length < most ? undefined : rows.at(-1);
  return {
    payments: rows.map(({ at: _at, ...payment }) => payment),
    next: last === undefined ? null : { at: last.at, orderId: last.orderId, attempt: last.attempt },
  };
}
