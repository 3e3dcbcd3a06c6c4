import { isOrderId, orderNumber, readOrderNumber, type OrderId } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import { ordersByNumber, storyOf, type StoryLine } from './order-story.store.ts';
import { requireOrder, type StoredOrder } from './order.store.ts';

export interface ToldOrder {
  readonly number: string;
  readonly order: StoredOrder;
  readonly story: readonly StoryLine[];
}

/** For support: everything that happened to an order, by its id or by the number that a payer reads out. Null when it is neither. */
export async function tellOrder(db: Db, typed: string): Promise<ToldOrder[] | null> {
  const ids = await idsOf(db, typed.trim());
  if (ids === null) return null;
  return Promise.all(
    ids.map(async (id) => ({
      number: orderNumber(id),
      order: await requireOrder(db, id),
      story: await storyOf(db, id),
    })),
  );
}

async function idsOf(db: Db, typed: string): Promise<OrderId[] | null> {
  if (isOrderId(typed)) return [typed];
  const lastBits = readOrderNumber(typed);
  return lastBits === null ? null : ordersByNumber(db, lastBits);
}
