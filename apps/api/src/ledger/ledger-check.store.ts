import type { AccountId, BookEntry, OrderId } from '@jawhara/domain';
import type { Reader } from '../platform/postgres.ts';

/** The ledger of many orders: for each order, the sum of its entries by account and unit. */
export async function writtenBooksOf(
  db: Reader,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, BookEntry[]>> {
  const rows = await db<(BookEntry & { orderId: OrderId })[]>`
    select order_id as "orderId", ledger_account as account, unit, sum(amount)::bigint as amount
    from ledger_entries where order_id = any(${[...orderIds]}::uuid[])
    group by order_id, ledger_account, unit having sum(amount) <> 0`;
  const byOrder = new Map<OrderId, BookEntry[]>();
  for (const { orderId, ...entry } of rows) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), entry]);
  return byOrder;
}

/** The last row of the page before. Its time is text, because times in PostgreSQL are finer than a JavaScript date. */
export interface TransferPage {
  readonly at: string;
  readonly orderId: OrderId;
  readonly number: number;
}

/** Orders that had a transfer between two times, page by page. */
export async function ordersWithTransfers(
  db: Reader,
  { from, to }: { readonly from: Date; readonly to: Date },
  after: TransferPage | null,
  most: number,
): Promise<{ readonly orderIds: readonly OrderId[]; readonly next: TransferPage | null }> {
  const rows = await db<TransferPage[]>`
    select created_at::text as at, order_id as "orderId", number from ledger_transfers
    where created_at >= ${from} and created_at < ${to}
      and (created_at, order_id, number) > (${after?.at ?? '-infinity'}::text::timestamptz,
        ${after?.orderId ?? '00000000-0000-0000-0000-000000000000'}::uuid, ${after?.number ?? 0}::int)
    order by created_at, order_id, number limit ${most}`;
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  return { orderIds, next: rows.length < most ? null : (rows.at(-1) ?? null) };
}

export interface UnbalancedTransfer {
  readonly orderId: OrderId;
  readonly number: number;
  readonly unit: string;
  readonly sum: number;
}

/** Transfers of these orders that do not sum to zero in some unit. The database refuses to write such a transfer. */
export async function unbalancedTransfersOf(
  db: Reader,
  orderIds: readonly OrderId[],
): Promise<UnbalancedTransfer[]> {
  return db<UnbalancedTransfer[]>`
    select order_id as "orderId", number, unit, sum(amount)::bigint as sum
    from ledger_entries where order_id = any(${[...orderIds]}::uuid[])
    group by order_id, number, unit having sum(amount) <> 0 order by order_id, number, unit`;
}

/** The accounts that gained or lost gems by these orders. */
export async function gemAccountsOf(db: Reader, orderIds: readonly OrderId[]): Promise<AccountId[]> {
  const rows = await db<{ id: AccountId }[]>`
    select distinct substr(ledger_account, 9)::bigint as id from ledger_entries
    where order_id = any(${[...orderIds]}::uuid[]) and unit = 'gem' and ledger_account like 'account:%'`;
  return rows.map(({ id }) => id);
}

export interface WrongBalance {
  readonly accountId: AccountId;
  readonly gems: number;
  readonly sum: number;
}

/** Balances of these accounts that are not the sum of their entries. Only a trigger of the database writes balances. */
export async function wrongBalancesOf(db: Reader, accountIds: readonly AccountId[]): Promise<WrongBalance[]> {
  return db<WrongBalance[]>`
    select a.id as "accountId", coalesce(b.gems, 0)::bigint as gems, coalesce(e.sum, 0)::bigint as sum
    from unnest(${[...accountIds]}::bigint[]) a (id)
    left join gem_balances b on b.account_id = a.id
    left join lateral (
      select sum(amount) from ledger_entries where ledger_account = 'account:' || a.id and unit = 'gem') e on true
    where coalesce(b.gems, 0) <> coalesce(e.sum, 0) order by a.id`;
}
