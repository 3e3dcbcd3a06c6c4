import type { AccountId, BookEntry, Order, OrderId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';
import { putShared, readShared } from '../platform/shared-reads.ts';

const sharedBooks = (orderId: OrderId) => ({
  row: orderId,
  name: 'books',
  tables: ['ledger_transfers', 'ledger_entries'],
});

/** The ledger of an order as JSON: the sum of its entries by account and unit. A part of a statement about the order's money. */
export function booksOfOrder(db: Reader, orderId: OrderId) {
  return db`(select coalesce(json_agg(b), '[]') from (
    select ledger_account as account, unit, sum(amount)::bigint as amount
    from ledger_entries where order_id = ${orderId} group by ledger_account, unit having sum(amount) <> 0) b)`;
}

/** Stores sums that were read under the order's lock, so that this transaction need not read them again. */
export function shareBooks(db: Reader, orderId: OrderId, books: readonly BookEntry[]): void {
  putShared(db, sharedBooks(orderId), books);
}

/** The ledger of an order so far: the sum of its entries by account and unit. */
export function writtenBooks(db: Reader, orderId: OrderId): Promise<BookEntry[]> {
  return readShared(
    db,
    sharedBooks(orderId),
    async () => db<BookEntry[]>`
      select ledger_account as account, unit, sum(amount)::bigint as amount
      from ledger_entries where order_id = ${orderId} group by ledger_account, unit having sum(amount) <> 0`,
  );
}

export interface Transfer {
  readonly kind: string;
  /** The cause, shown to operators beside a balance that falls below zero. */
  readonly why: string;
  readonly entries: readonly BookEntry[];
  readonly at: Date;
}

/**
 * Writes a transfer. The caller must hold the lock on the order. The database ensures the rest: entries sum to zero per
 * unit, an order credits no more gems than it has, balances follow the entries, and no row is changed later.
 */
export async function writeTransfer(tx: Tx, order: Order, transfer: Transfer): Promise<void> {
  const { kind, why, entries, at } = transfer;
  await tx`
    with transfer as (
      insert into ledger_transfers (order_id, recipient_account_id, number, kind, why, created_at)
      select ${order.id}, ${order.recipientId}, coalesce(max(number), 0) + 1, ${kind}, ${why}, ${at}
      from ledger_transfers where order_id = ${order.id}
      returning order_id, recipient_account_id, number
    )
    insert into ledger_entries (order_id, recipient_account_id, number, ledger_account, unit, amount)
    select transfer.*, entry.* from transfer, unnest(
      ${entries.map(({ account }) => account)}::text[], ${entries.map(({ unit }) => unit)}::text[],
      ${entries.map(({ amount }) => amount)}::bigint[]) as entry`;
}

export async function balanceOf(db: Reader, accountId: AccountId): Promise<number> {
  const [row] = await db<{ gems: number }[]>`select gems from gem_balances where account_id = ${accountId}`;
  return row?.gems ?? 0;
}
