import {
  booksOf,
  booksStillToWrite,
  isHonoured,
  type OrderFacts,
  type OrderMoney,
  type OrderState,
} from '@jawhara/domain';
import { writeTransfer, writtenBooks } from '../../ledger/ledger.store.ts';
import type { Reader, Tx } from '../../platform/postgres.ts';
import type { OrderContext } from './order-context.ts';
import type { StoredOrder } from '../store/order.store.ts';
import { paymentsOf } from '../store/payment.store.ts';
import { refundsOf } from '../store/refund.store.ts';
import { returnsOfOrder } from '../store/return.store.ts';

/** All facts about the order's money. */
export async function factsOf(
  db: Reader,
  order: StoredOrder,
  state: OrderState = order.state,
): Promise<OrderFacts> {
  const { purpose, recipientId, gems, gemsForgiven, gemsMoved } = order;
  return {
    purpose,
    recipientId,
    gems,
    gemsForgiven,
    gemsMoved,
    isHonoured: isHonoured(state),
    payments: await paymentsOf(db, order.id),
    returns: await returnsOfOrder(db, order.id),
  };
}

/** The facts that decide what operators may do with an order's money, and whether it is held. */
export async function moneyOf(db: Reader, order: StoredOrder): Promise<OrderMoney> {
  const { state, isHeld } = order;
  const refundsDue = (await refundsOf(db, order.id)).filter((refund) => refund.state === 'due');
  return { state, isHeld, facts: await factsOf(db, order), refundsDue };
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
