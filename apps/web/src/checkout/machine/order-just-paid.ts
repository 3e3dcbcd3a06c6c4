import type { OrderInfo } from '@jawhara/contract';
import { paidJustBefore, type Purchase } from '@jawhara/domain';
import { storedOrders } from '../../browser/storage/orders.ts';

/** The order of this device that the purchase would repeat, if it was paid only moments ago. */
export function orderJustPaid(next: Purchase, now: Date): OrderInfo | null {
  const paid = (storedOrders.read() ?? []).flatMap(({ seen }) =>
    seen === null || seen.order.result !== 0 || seen.order.purpose !== 'gems'
      ? []
      : [
          {
            order: seen.order,
            priceUsdCents: seen.order.priceUsdCents,
            recipientId: seen.order.recipient.accountId,
            paidAt: seen.order.createdAt,
          },
        ],
  );
  return paidJustBefore(next, paid, now)?.order ?? null;
}
