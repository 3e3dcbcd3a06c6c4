import type { OrderId } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { tellStory } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder } from './order.store.ts';
import { markRefunded, refundsDue } from './payment.store.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

/** Money that came twice for one order goes back by itself. Throws while the provider is silent: the engine tries again. */
export async function refundSecondPayments(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
): Promise<null> {
  for (const { provider, money, idempotencyKey } of await refundsDue(context.db, orderId)) {
    const { providerPaymentId } = money;
    const refund = await providers.get(provider).refund(money, idempotencyKey);
    if (refund.kind === 'unknown') throw new Error(`refund of ${providerPaymentId}: ${refund.why}`);
    await inTransaction(context.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (refund.kind === 'refused') {
        await raiseOrderAlert(tx, context, order, 'refund-refused', { providerPaymentId, why: refund.why });
        return;
      }
      await markRefunded(tx, orderId, providerPaymentId, context.now());
      await tellStory(tx, context, order, { kind: 'second-payment-refunded', detail: { providerPaymentId } });
    });
  }
  return null;
}
