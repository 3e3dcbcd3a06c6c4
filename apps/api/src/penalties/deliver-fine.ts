import type { LocalDeliverer } from '../orders/base/order-ports.ts';
import { finePaid } from './chargeback-penalties.ts';

/**
 * Ends the ban. There may be none left to lift, because another payer paid or a new ban came: then an operator refunds the
 * fine.
 */
export const deliverFine: LocalDeliverer = {
  where: 'database',
  async deliver(tx, order, at) {
    const { id: orderId, recipientId, createdAt: shownAt } = order;
    const detail = { paidUsdCents: order.priceUsdCents };
    const { isBanLifted } = await finePaid(tx, { orderId, recipientId, at, shownAt });
    return isBanLifted
      ? { story: { kind: 'ban-lifted', detail }, alert: null }
      : { story: { kind: 'no-ban-to-lift', detail }, alert: 'fine-without-ban' };
  },
};
