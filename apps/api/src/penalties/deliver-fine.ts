import type { LocalDeliverer } from '../orders/base/deliverer.ts';
import { finePaid } from './chargeback-penalties.ts';

/** Ends the ban. The money may find none any more: somebody else paid, or a new ban came. Then a person gives it back. */
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
