import { recipientOf, type OrderId, type Recipient } from '@jawhara/domain';
import { accountById } from '../accounts/account.store.ts';
import type { OrderContext } from './order-context.ts';
import { orderById, type StoredOrder } from './order.store.ts';

/** An order is shown to the device that made it and to nobody else; a foreign one does not exist. */
export async function readOwnOrder(
  context: OrderContext,
  id: OrderId,
  device: string,
): Promise<StoredOrder | null> {
  const order = await orderById(context.db, id);
  return order?.payerDevice === device ? order : null;
}

export async function recipientOfOrder(context: OrderContext, order: StoredOrder): Promise<Recipient> {
  const account = await accountById(context.db, order.recipientId);
  if (!account) throw new Error(`order ${order.id} has no recipient`);
  return recipientOf(account);
}
