import type { OrderInfo } from '@jawhara/contract';
import type { OrderState } from '@jawhara/domain';
import { useEffect } from 'react';
import { keepSeenOrder } from '../../browser/storage/stored-orders.ts';
import type { Ending, PurchaseState } from '../machine/purchase/purchase-state.ts';

const STATES = {
  refused: 'refused',
  cancelled: 'cancelled',
  expired: 'expired',
  returned: 'refunded',
} as const satisfies Record<Ending['kind'], OrderState>;

/** The order as this panel shows it; null while nothing is decided. */
function decidedOrder(order: OrderInfo, state: PurchaseState): OrderInfo | null {
  if (state.at === 'paid') {
    const { creditedAt } = state;
    return { ...order, result: 0, creditedAt, state: creditedAt === null ? 'paid' : 'delivered' };
  }
  return state.at === 'not-paid' ? { ...order, result: 1, state: STATES[state.ending.kind] } : null;
}

/** What the payer has seen here is what "my orders" says later, also without a network. */
export function useKeepSeen(order: OrderInfo | null, state: PurchaseState): void {
  useEffect(() => {
    const decided = order === null ? null : decidedOrder(order, state);
    if (decided !== null) keepSeenOrder(decided, new Date());
  }, [order, state]);
}
