import type { OrderState } from '@jawhara/domain';
import type { Sql } from 'postgres';
import type { AlertFact, Evidence, LedgerEntry, OrderFact, PaymentFact } from './evidence.ts';

type OurSide = Omit<Evidence, 'books' | 'told' | 'chargedAgain' | 'turned' | 'unfinishedFlows'>;

/** Read straight from the tables, not through our own code: a store that lies would lie here too. */
export async function gatherOurSide(sql: Sql): Promise<OurSide> {
  const orders = await sql<OrderFact[]>`
    select id, recipient_account_id::int as "recipientId", price_usd_cents as "priceUsdCents", gems, state,
      is_held as "isHeld", has_rivals as "hasRivals"
    from orders`;
  const requests = await sql<{ requestId: string; orderId: string }[]>`
    select request_id as "requestId", order_id as "orderId" from order_requests`;
  const transfers = await sql<{ orderId: string; kind: string }[]>`
    select order_id as "orderId", kind from ledger_transfers`;
  const entries = await sql<LedgerEntry[]>`
    select order_id as "orderId", kind, ledger_account as account, unit, amount::float8 as amount from ledger_entries`;
  const balances = await sql<{ accountId: number; gems: number }[]>`
    select account_id::int as "accountId", gems::float8 as gems from gem_balances`;
  const payments = await sql<PaymentFact[]>`
    select order_id as "orderId", provider, provider_payment_id as "providerPaymentId", state, is_kept as "isKept" from payments`;
  const notifications = await sql<{ id: string; orderId: string | null; isProcessed: boolean }[]>`
    select id, order_id as "orderId", processed_at is not null as "isProcessed" from notifications`;
  const alerts = await sql<AlertFact[]>`
    select order_id as "orderId", kind, provider_payment_id as "providerPaymentId" from alerts`;
  return { orders, requests, transfers, entries, balances, payments, notifications, alerts };
}

/** Orders nobody has decided or delivered, and nobody holds; with the requests they came from. */
export async function undecidedOrders(
  sql: Sql,
): Promise<{ id: string; requestId: string; state: OrderState }[]> {
  return sql`
    select orders.id, order_requests.request_id as "requestId", orders.state
    from orders join order_requests on order_requests.order_id = orders.id
    where orders.state in ('created', 'awaiting-payer', 'pending', 'paid') and not orders.is_held`;
}

interface UnfinishedWork {
  readonly notifications: number;
  readonly refunds: number;
  /** Orders that several providers were asked for: any of them may still take money. */
  readonly rivals: number;
}

export async function unfinishedWork(sql: Sql): Promise<UnfinishedWork> {
  const [row] = await sql<UnfinishedWork[]>`
    select (select count(*)::int from notifications where processed_at is null and order_id is not null) as notifications,
      (select count(*)::int from payments where state = 'refunding') as refunds,
      (select count(*)::int from orders where has_rivals) as rivals`;
  return row ?? { notifications: 0, refunds: 0, rivals: 0 };
}

/** When each of these orders was first decided or delivered, and how it stands now. */
export async function endsOf(
  sql: Sql,
  orderIds: readonly string[],
): Promise<{ id: string; state: OrderState; isHeld: boolean; decidedAt: Date | null }[]> {
  return sql`
    select orders.id, orders.state, orders.is_held as "isHeld",
      (select min(at) from order_events where order_id = orders.id
        and (to_state in ('delivered', 'refused', 'cancelled', 'expired') or kind = 'amount-mismatch')) as "decidedAt"
    from orders where orders.id = any(${[...orderIds]}::uuid[])`;
}

interface Invocation {
  readonly target: string;
  readonly status: string;
}

/** Timers that wait for their hour are fine; whatever runs, retries or is paused is not. */
export async function unfinishedFlows(adminUrl: string): Promise<string[]> {
  const answer = await fetch(`${adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: "select target, status from sys_invocation where status not in ('completed', 'scheduled')",
    }),
  });
  if (!answer.ok) throw new Error(`the engine did not answer a query: ${answer.status}`);
  const { rows } = (await answer.json()) as { rows: Invocation[] };
  return rows.map(({ target, status }) => `${target} ${status}`);
}
