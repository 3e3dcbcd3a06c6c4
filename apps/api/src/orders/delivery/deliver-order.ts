import { isAllDueBack, keptPayment, type OrderFacts, type OrderId } from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import { makeMove } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder } from '../store/order.store.ts';
import { raiseOrderAlert } from '../base/raise-order-alert.ts';
import { refundsOf } from '../store/refund.store.ts';
import { followReturns } from '../refunds/take-return.ts';
import { factsOf, writeBooks } from '../base/write-books.ts';

/**
 * An order whose whole payment is being refunded is not delivered. An unclear refund counts as made until its outcome is known; a
 * refused refund lets the order be delivered.
 */
async function isGoingBack(tx: Tx, orderId: OrderId, facts: OrderFacts): Promise<boolean> {
  const kept = keptPayment(facts);
  if (kept === null) throw new Error(`order ${orderId} is paid, but no payment is kept for it`);
  const refunds = await refundsOf(tx, orderId);
  const open = refunds.filter(({ state }) => state === 'due' || state === 'unclear');
  return isAllDueBack(kept, facts, open);
}

/** Delivers what was paid for and moves the order to its end, in one transaction. Harmless to repeat. */
export async function deliverOrder(
  context: OrderContext,
  orderId: OrderId,
): Promise<'delivered' | 'delivered-before' | 'not-to-deliver'> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.isHeld) return 'not-to-deliver';
    // Money that went back meanwhile is not delivered for.
    await followReturns(tx, context, order);
    const current = await lockOrder(tx, orderId);
    if (current.state !== 'paid') return 'delivered-before';
    const facts = await factsOf(tx, current, 'delivered');
    if (await isGoingBack(tx, orderId, facts)) return 'not-to-deliver';
    const { story, alert } = await context.deliverers[current.purpose](tx, current, context.now());
    if (alert !== null) await raiseOrderAlert(tx, context, current, alert, story.detail);
    await makeMove(tx, context, current, { to: 'delivered' }, story);
    await writeBooks(tx, context, current, { kind: 'delivery', facts });
    return 'delivered';
  });
}
