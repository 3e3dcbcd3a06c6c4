import type { OrderMoney } from '@jawhara/domain';
import type { Reader } from '../../platform/postgres.ts';
import type { StoredOrder } from '../store/order.store.ts';
import { refundsOf } from '../store/refund.store.ts';
import { factsOf } from './write-books.ts';

/** The facts that the verbs on an order's money, and its hold, depend on. */
export async function moneyOf(db: Reader, order: StoredOrder): Promise<OrderMoney> {
  const { state, isHeld } = order;
  const refundsDue = (await refundsOf(db, order.id)).filter((refund) => refund.state === 'due');
  return { state, isHeld, facts: await factsOf(db, order), refundsDue };
}
