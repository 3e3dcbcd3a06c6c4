import type { AccountId, BookEntry, Order, OrderId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** Ledger sums of an order so far: the sum of its entries, by account and unit. */
export async function writtenBooks(db: Reader, orderId: OrderId): Promise<BookEntry[]> {
  return db<BookEntry[]>`
    select ledger_account as account, unit, sum(amount)::bigint as amount
    from ledger_entries where order_id = ${orderId} group by ledger_account, unit having sum(amount) <> 0`;
}

export interface Transfer {
  readonly kind: string;
  /** Shown beside a balance that goes below zero. */
  readonly why: string;
  readonly entries: readonly BookEntry[];
  readonly at: Date;
}

/**
 * The caller holds the lock on the order. The database ensures the rest: entries sum to zero per unit, an order credits no
 * more gems than it has, balances follow, nothing is rewritten.
 */
export async function writeTransfer(tx: Tx, order: Order, transfer: Transfer): Promise<void> {
  const [row] = await tx<{ number: number }[]>`
    insert into ledger_transfers (order_id, recipient_account_id, number, kind, why, created_at)
    select ${order.id}, ${order.recipientId}, coalesce(max(number), 0) + 1, ${transfer.kind}, ${transfer.why}, ${transfer.at}
    from ledger_transfers where order_id = ${order.id}
    returning number`;
  const rows = transfer.entries.map(({ account, unit, amount }) => ({
    order_id: order.id as string,
    recipient_account_id: order.recipientId as number,
    number: row?.number ?? 0,
    ledger_account: account,
    unit,
    amount,
  }));
  await tx`insert into ledger_entries ${tx(rows)}`;
}

export async function balanceOf(db: Reader, accountId: AccountId): Promise<number> {
  const [row] = await db<{ gems: number }[]>`select gems from gem_balances where account_id = ${accountId}`;
  return row?.gems ?? 0;
}
