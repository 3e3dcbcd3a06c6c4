import type { OrderId, OrderPurpose } from '@jawhara/domain';
import { unbanAccount } from '../accounts/account.store.ts';
import { liftBan } from '../fines/ban.store.ts';
import { bookFineOnce, creditOnce } from '../gems/ledger.store.ts';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import { makeMove } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder, type OrderEvent, type StoredOrder } from './order.store.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

type Story = Pick<OrderEvent, 'kind' | 'detail'>;

async function creditGems(tx: Tx, context: OrderContext, order: StoredOrder): Promise<Story> {
  if (!(await creditOnce(tx, order, context.now()))) {
    throw new Error(`order ${order.id} is credited in the ledger but not delivered`);
  }
  return { kind: 'gems-credited', detail: { gems: order.gems } };
}

/** The money may find no ban any more: somebody else paid, or a new ban came. Then a person gives it back. */
async function endBan(tx: Tx, context: OrderContext, order: StoredOrder): Promise<Story> {
  const at = context.now();
  if (!(await bookFineOnce(tx, order, at))) {
    throw new Error(`order ${order.id} is booked in the ledger but not delivered`);
  }
  const detail = { paidUsdCents: order.priceUsdCents };
  if (await liftBan(tx, order.recipientId, { at, shownAt: order.createdAt })) {
    await unbanAccount(tx, order.recipientId);
    return { kind: 'ban-lifted', detail };
  }
  await raiseOrderAlert(tx, context, order, 'fine-without-ban', detail);
  return { kind: 'no-ban-to-lift', detail };
}

const DELIVERIES = { gems: creditGems, fine: endBan } as const satisfies Record<
  OrderPurpose,
  (tx: Tx, context: OrderContext, order: StoredOrder) => Promise<Story>
>;

/** What was paid for, and the order to its end, in one transaction. Harmless to repeat. */
export async function deliverOrder(
  context: OrderContext,
  orderId: OrderId,
): Promise<'delivered' | 'delivered-before'> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.state !== 'paid') return 'delivered-before';
    const story = await DELIVERIES[order.purpose](tx, context, order);
    await makeMove(tx, context, order, { to: 'delivered' }, story);
    return 'delivered';
  });
}
