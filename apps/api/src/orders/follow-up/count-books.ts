import { booksOf, booksStillToWrite, type OrderId } from '@jawhara/domain';
import { writtenBooks } from '../../ledger/ledger.store.ts';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import { firstIdAt } from '../../platform/time-ordered-id.ts';
import type { OrderContext } from '../base/order-context.ts';
import { factsOf } from '../base/write-books.ts';
import { ordersWithEventsSince } from '../store/order-story.store.ts';
import { requireOrder } from '../store/order.store.ts';

const ORDERS_MAX = 20_000;

export interface BooksCount {
  readonly orders: number;
  /** Orders whose ledger is not what follows from the facts of their money. */
  readonly drifted: readonly OrderId[];
}

async function hasDrifted(tx: Tx, orderId: OrderId): Promise<boolean> {
  const facts = await factsOf(tx, await requireOrder(tx, orderId));
  return booksStillToWrite(booksOf(facts), await writtenBooks(tx, orderId)).length > 0;
}

/**
 * The same count as chaos makes, in production: the ledger of every order to which something happened is compared with the facts of its money. Each order is
 * read as of one moment, without a lock, so that no payment waits for the count.
 */
export async function countBooks({ db }: Pick<OrderContext, 'db'>, since: Date): Promise<BooksCount> {
  const orderIds = await ordersWithEventsSince(db, firstIdAt(since), ORDERS_MAX);
  const drifted: OrderId[] = [];
  for (const orderId of orderIds) {
    const isOff = await inTransaction(db, async (tx) => {
      await tx`set transaction isolation level repeatable read, read only`;
      return hasDrifted(tx, orderId);
    });
    if (isOff) drifted.push(orderId);
  }
  return { orders: orderIds.length, drifted };
}
