import { judgeRefundRequest, type OrderId } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder, noteRefundRequest } from '../store/order.store.ts';
import { raiseOrderAlert } from '../base/raise-order-alert.ts';

/**
 * The payer of a paid and overdue order asks for a refund instead of waiting. Decided under the order's lock, so that a
 * delivery comes before or after it, and of two presses one is recorded. Null: nothing is owed.
 */
export function requestRefund(
  context: OrderContext,
  orderId: OrderId,
  deliveryLimitHours: number,
): Promise<Date | null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const now = context.now();
    const verdict = judgeRefundRequest(order, deliveryLimitHours, now);
    if (verdict === 'not-due') return null;
    if (verdict === 'known') return order.refundWishedAt;
    await noteRefundRequest(tx, order.id, now);
    await raiseOrderAlert(tx, context, order, 'refund-wished', { orderedAt: order.createdAt.toISOString() });
    return now;
  });
}
