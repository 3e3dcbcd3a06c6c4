import type { OrderId } from '@jawhara/domain';
import { creditOnce } from '../gems/ledger.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import { makeMove } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder } from './order.store.ts';

/** Gems into the account and the order to its end, in one transaction. Harmless to repeat. */
export async function deliverOrder(
  context: OrderContext,
  orderId: OrderId,
): Promise<'delivered' | 'delivered-before'> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.state !== 'paid') return 'delivered-before';
    if (!(await creditOnce(tx, order, context.now()))) {
      throw new Error(`order ${orderId} is credited in the ledger but not delivered`);
    }
    await makeMove(
      tx,
      context,
      order,
      { to: 'delivered' },
      { kind: 'gems-credited', detail: { gems: order.gems } },
    );
    return 'delivered';
  });
}
