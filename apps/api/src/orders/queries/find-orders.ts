import { isOrderId, readOrderNumber, type OrderId } from '@jawhara/domain';
import type { Reader } from '../../platform/postgres.ts';
import { ordersByNumber } from '../store/order-story.store.ts';
import { orderById } from '../store/order.store.ts';

/** By its id or by the number that a payer reads out. Null when it is neither. */
export async function findOrders(db: Reader, typed: string): Promise<OrderId[] | null> {
  const text = typed.trim();
  if (isOrderId(text)) return (await orderById(db, text)) === null ? [] : [text];
  const lastBits = readOrderNumber(text);
  return lastBits === null ? null : ordersByNumber(db, lastBits);
}
