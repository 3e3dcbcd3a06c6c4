import type { OrderId } from '@jawhara/domain';
import { findOrders } from '../../orders/queries/find-orders.ts';
import type { Reader } from '../../platform/postgres.ts';
import { refused, type Refused } from '../refusals.ts';

/** The one order that a person means. */
export async function orderMeant(db: Reader, typed: string): Promise<OrderId | Refused> {
  const [id, another] = (await findOrders(db, typed)) ?? [];
  if (id === undefined) return refused('no-such-order', typed);
  return another === undefined ? id : refused('several-orders', typed);
}
