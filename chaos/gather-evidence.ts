import type { ProviderNumber, OrderState } from '@jawhara/domain';
import type { Sql } from 'postgres';
import { DEVELOPMENT_ENGINE_TOKENS } from '../tools/stack/engine-tokens.ts';
import type {
  AlertFact,
  Evidence,
  LedgerEntry,
  MailEvidence,
  MailFact,
  NotificationFact,
  OrderFact,
  PaymentFact,
  RefundFact,
  ReturnOnRecord,
} from './evidence.ts';

type OurSide = Omit<
  Evidence,
  'books' | 'payers' | 'chargedAgain' | 'turned' | 'turnedDown' | 'unfinishedFlows'
>;

/** Reads the tables directly and not through our stores: a wrong store would hide its own faults. */
export async function gatherOurSide(sql: Sql): Promise<OurSide> {
  return { ...(await gatherOrders(sql)), ...(await gatherMoney(sql)), ...(await gatherPapers(sql)) };
}

async function gatherOrders(sql: Sql): Promise<Pick<OurSide, 'orders' | 'requests' | 'restrictedBecause'>> {
  const orders = await sql<OrderFact[]>`
    select id, recipient_account_id::int as "recipientId", price_usd_cents as "priceUsdCents", gems, state,
      is_held as "isHeld"
    from orders`;
  const requests = await sql<{ requestId: string; orderId: string }[]>`
    select request_id as "requestId", order_id as "orderId" from order_requests`;
  const restricted = await sql<{ orderId: string }[]>`
    select cause_order_id as "orderId" from payer_restrictions where subject_kind = 'device' and lifted_at is null`;
  return { orders, requests, restrictedBecause: restricted.map(({ orderId }) => orderId) };
}

async function gatherMoney(
  sql: Sql,
): Promise<Pick<OurSide, 'transfers' | 'entries' | 'balances' | 'payments' | 'refunds' | 'returns'>> {
  const transfers = await sql<{ orderId: string; number: number }[]>`
    select order_id as "orderId", number from ledger_transfers`;
  const entries = await sql<LedgerEntry[]>`
    select order_id as "orderId", number, ledger_account as account, unit, amount::float8 as amount from ledger_entries`;
  const balances = await sql<{ accountId: number; gems: number }[]>`
    select account_id::int as "accountId", gems::float8 as gems from gem_balances`;
  const payments = await sql<PaymentFact[]>`
    select order_id as "orderId", provider, provider_payment_id as "providerPaymentId", state, standing from payments`;
  const refunds = await sql<RefundFact[]>`
    select order_id as "orderId", provider, provider_payment_id as "providerPaymentId", cause, state from refunds`;
  const returns = await sql<ReturnOnRecord[]>`
    select order_id as "orderId", provider, return_id as "returnId", stage from payment_returns`;
  return { transfers, entries, balances, payments, refunds, returns };
}

async function gatherPapers(sql: Sql): Promise<Pick<OurSide, 'notifications' | 'alerts'>> {
  const notifications = await sql<NotificationFact[]>`
    select id, provider, event_type as "eventType", order_id as "orderId", processed_at is not null as "isProcessed"
    from notifications`;
  const alerts = await sql<AlertFact[]>`
    select order_id as "orderId", kind, provider_payment_id as "providerPaymentId", closed_at is null as "isOpen" from alerts`;
  return { notifications, alerts };
}

/**
 * Stages of a refund, dispute or reversal whose money is gone. A refund that failed later is not among them, but may have been
 * mailed.
 */
const GONE_STAGES = ['taken', 'taken-again', 'lost', 'lost-for-good'];

/**
 * Reads our outbox of mails, and which mails are due for events after a payer's consent. `late`: orders whose delivery was
 * blocked.
 */
export async function gatherMails(
  sql: Sql,
  late: readonly string[],
): Promise<Pick<MailEvidence, 'mails' | 'mailsDue'>> {
  const mails = await sql<
    MailFact[]
  >`select id, order_id as "orderId", kind, state, interruptions from mails`;
  const receipts = await sql<{ orderId: string }[]>`
    select s.order_id as "orderId" from mail_subscriptions s join orders o on o.id = s.order_id
    where o.credited_at > s.consented_at`;
  const refunds = await sql<{ orderId: string }[]>`
    select s.order_id as "orderId" from mail_subscriptions s
    join payments p on p.order_id = s.order_id and p.standing = 'kept'
    join payment_returns r on r.order_id = p.order_id and r.provider = p.provider
      and r.provider_payment_id = p.provider_payment_id
    where r.how <> 'dispute' and r.stage = any(${GONE_STAGES}) and r.amount_minor_units is not null
      and r.first_told_at > s.consented_at`;
  const mailsDue = [
    ...receipts.map(({ orderId }) => ({ orderId, kind: 'receipt' as const })),
    ...refunds.map(({ orderId }) => ({ orderId, kind: 'refunded' as const })),
    ...late.map((orderId) => ({ orderId, kind: 'late' as const })),
  ];
  return { mails, mailsDue };
}

/** Orders that are neither decided, delivered nor held, with the requests they came from. */
export async function undecidedOrders(
  sql: Sql,
): Promise<{ id: string; requestId: string; state: OrderState }[]> {
  return sql`
    select orders.id, order_requests.request_id as "requestId", orders.state
    from orders join order_requests on order_requests.order_id = orders.id
    where orders.state in ('created', 'awaiting-payer', 'pending', 'paid', 'delivering') and not orders.is_held`;
}

interface UnfinishedWork {
  readonly notifications: number;
  readonly refunds: number;
  readonly mails: number;
}

/** Counts unfinished work. Open payment attempts are left out: a payer who abandons a bank's page leaves one open for days. */
export async function unfinishedWork(sql: Sql): Promise<UnfinishedWork> {
  const [row] = await sql<UnfinishedWork[]>`
    select (select count(*)::int from notifications where hand_over_after is not null) as notifications,
      (select count(*)::int from refunds where state = 'due') as refunds,
      (select count(*)::int from mails where send_after is not null) as mails`;
  return row ?? { notifications: 0, refunds: 0, mails: 0 };
}

/** The number of payments that we know as paid, by order and provider. */
export async function countKnownPayments(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; count: number }[]>`
    select order_id || ' ' || provider as name, count(*)::int as count from payments where state = 'paid' group by 1`;
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Our refunds that a provider has accepted. */
export async function refundsAccepted(
  sql: Sql,
): Promise<{ id: string; provider: ProviderNumber; returnId: string }[]> {
  return sql`select id, provider, return_id as "returnId" from refunds where state = 'accepted' order by created_at`;
}

export interface StoryCounts {
  readonly cancelled: number;
  readonly paidAfterCancel: number;
  readonly paidAfterExpiry: number;
  /** Orders whose refund or dispute was known before their payment. */
  readonly returnedFirst: number;
}

/** Counts cancellations, late payments and early refunds in the orders' events. `why`: the reason that cancelling payers give. */
export async function countStories(sql: Sql, why: string): Promise<StoryCounts> {
  const [row] = await sql<StoryCounts[]>`
    with told as (
      select order_id, min(at) filter (where to_state = 'cancelled' and detail ->> 'why' = ${why}) as cancelled,
        min(at) filter (where to_state = 'expired') as expired, max(at) filter (where to_state = 'paid') as paid,
        min(at) filter (where kind ~ '^(refund|dispute)-(taken|announced|given-back|lost)') as returned
      from order_events group by order_id)
    select count(cancelled)::int as cancelled,
      (count(*) filter (where paid >= cancelled))::int as "paidAfterCancel",
      (count(*) filter (where paid >= expired))::int as "paidAfterExpiry",
      (count(*) filter (where returned < paid))::int as "returnedFirst"
    from told`;
  return row ?? { cancelled: 0, paidAfterCancel: 0, paidAfterExpiry: 0, returnedFirst: 0 };
}

/** When each of these orders was first decided or delivered, and its present state. */
export async function endsOf(
  sql: Sql,
  orderIds: readonly string[],
): Promise<{ id: string; state: OrderState; isHeld: boolean; decidedAt: Date | null }[]> {
  return sql`
    select orders.id, orders.state, orders.is_held as "isHeld",
      (select min(at) from order_events where order_id = orders.id
        and (to_state in ('delivered', 'refused', 'cancelled', 'expired', 'refunded', 'charged-back')
          or kind = 'amount-mismatch')) as "decidedAt"
    from orders where orders.id = any(${[...orderIds]}::uuid[])`;
}

export interface StoryLine {
  readonly orderId: string;
  readonly at: Date;
  readonly kind: string;
  readonly detail: string;
}

/** All events that our database has of these orders, by time. */
export async function storiesOf(sql: Sql, orderIds: readonly string[]): Promise<StoryLine[]> {
  return sql`
    select order_id as "orderId", at, kind, detail::text as detail from order_events where order_id = any(${[...orderIds]}::uuid[])
    union all
    select order_id, received_at, 'told: ' || event_type, '' from notifications where order_id = any(${[...orderIds]}::uuid[])
    order by "orderId", at`;
}

interface Invocation {
  readonly target: string;
  readonly status: string;
}

/** Open payments are checked for days, so a check may be running at any moment, but it ends within this time. */
const A_LOOK_TAKES_S = 5;

/** The engine's flows that still run, retry or are paused. Scheduled timers do not count. */
export async function unfinishedFlows(adminUrl: string): Promise<string[]> {
  const rows = await askEngine(
    adminUrl,
    `select target, status from sys_invocation where status not in ('completed', 'scheduled')
      and created_at < now() - interval '${A_LOOK_TAKES_S} seconds'`,
  );
  return rows.map(({ target, status }) => `${target} ${status}`);
}

/**
 * Flows that the engine could not replay (RT0016), because the code has other steps than their journal. The engine retries them
 * for ever, so all of them are found at the end of a run.
 */
export async function mismatchedFlows(adminUrl: string): Promise<string[]> {
  const rows = await askEngine(
    adminUrl,
    "select target, status from sys_invocation where last_failure_error_code = 'RT0016'",
  );
  return rows.map(({ target }) => `${target} met other steps than it had written down`);
}

async function askEngine(adminUrl: string, query: string): Promise<Invocation[]> {
  const answer = await fetch(`${adminUrl}/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${DEVELOPMENT_ENGINE_TOKENS.admin}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ query }),
  });
  if (!answer.ok) throw new Error(`the engine did not answer a query: ${answer.status}`);
  return ((await answer.json()) as { rows: Invocation[] }).rows;
}
