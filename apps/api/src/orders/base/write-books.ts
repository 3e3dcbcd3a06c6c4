import {
  booksOf,
  booksStillToWrite,
  isHonoured,
  type OrderId,
  type OrderFacts,
  type OrderMoney,
  type OrderState,
} from '@jawhara/domain';
import { booksOfOrder, shareBooks, writeTransfer, writtenBooks } from '../../ledger/ledger.store.ts';
import { inTransaction, type Reader, type Tx } from '../../platform/postgres.ts';
import { requireOrder, type StoredOrder } from '../store/order.store.ts';
import { loadMoneyRows, moneyRowsOf, type OrderMoneyRows } from '../store/order-money.store.ts';
import { attemptsIn, paymentsIn, type Attempt } from '../store/payment.store.ts';
import { refundsIn } from '../store/refund.store.ts';
import { returnsIn } from '../store/return.store.ts';
import { firstIdAt } from '../../platform/time-ordered-id.ts';
import { ordersWithEventsSince } from '../store/order-story.store.ts';
import type { OrderContext } from './order-context.ts';

function factsIn(rows: OrderMoneyRows, order: StoredOrder, state: OrderState): OrderFacts {
  const { purpose, recipientId, gems, gemsForgiven, gemsMoved } = order;
  return {
    purpose,
    recipientId,
    gems,
    gemsForgiven,
    gemsMoved,
    isHonoured: isHonoured(state),
    payments: paymentsIn(rows),
    returns: returnsIn(rows),
  };
}

/** Reads the locked order's money and its books in one statement and shares them for the rest of the transaction. */
export async function loadMoney(tx: Tx, orderId: OrderId): Promise<void> {
  shareBooks(tx, orderId, await loadMoneyRows(tx, orderId, booksOfOrder(tx, orderId)));
}

/** All facts about the order's money. */
export async function factsOf(
  db: Reader,
  order: StoredOrder,
  state: OrderState = order.state,
): Promise<OrderFacts> {
  return factsIn(await moneyRowsOf(db, order.id), order, state);
}

/** Like factsOf, with the payment attempts. */
export async function knownMoneyFacts(
  db: Reader,
  order: StoredOrder,
): Promise<OrderFacts & { readonly attempts: readonly Attempt[] }> {
  const rows = await moneyRowsOf(db, order.id);
  return { ...factsIn(rows, order, order.state), attempts: attemptsIn(rows) };
}

/** The facts that decide what operators may do with an order's money, and whether it is held. */
export async function moneyOf(db: Reader, order: StoredOrder): Promise<OrderMoney> {
  const { state, isHeld } = order;
  const rows = await moneyRowsOf(db, order.id);
  const refundsDue = refundsIn(rows).filter((refund) => refund.state === 'due');
  return { state, isHeld, facts: factsIn(rows, order, state), refundsDue };
}

/**
 * Writes the ledger entries that follow from the order's facts and are not written yet. Harmless to repeat, in whatever
 * order facts arrive.
 */
export async function writeBooks(
  tx: Tx,
  context: Pick<OrderContext, 'now'>,
  order: StoredOrder,
  { kind, facts }: { readonly kind: string; readonly facts: OrderFacts },
): Promise<void> {
  const entries = booksStillToWrite(booksOf(facts), await writtenBooks(tx, order.id));
  if (entries.length === 0) return;
  await writeTransfer(tx, order, { kind, why: `${kind}, order ${order.id}`, entries, at: context.now() });
}

const ORDERS_MAX = 20_000;

interface BooksCount {
  readonly orders: number;
  /** Orders whose ledger differs from the facts of their money. */
  readonly drifted: readonly OrderId[];
}

async function hasDrifted(tx: Tx, orderId: OrderId): Promise<boolean> {
  const facts = await factsOf(tx, await requireOrder(tx, orderId));
  return booksStillToWrite(booksOf(facts), await writtenBooks(tx, orderId)).length > 0;
}

/**
 * Counts orders whose ledger differs from the facts of their money, among those with an event since that time. The chaos runs do
 * the same count; this one runs in production. Each order is read as of one moment, without a lock, so that no payment waits.
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
