import type { OrderId } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { RefundStep } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { addToStory } from '../make-move.ts';
import type { OrderContext } from '../order-context.ts';
import { lockOrder } from '../order.store.ts';
import { paymentsOf } from '../paying/payment.store.ts';
import { healOrderAlerts, raiseOrderAlert } from '../raise-order-alert.ts';
import { markRefund, refundsOf, type RefundOnRecord } from '../returns/refund.store.ts';
import { noteAndFollow } from '../returns/take-return.ts';

/** Money that goes back after all: nobody needs to see to it any more. */
const ENDED_BY_REFUND = ['refund-refused', 'refund-failed', 'second-payment'] as const;

async function noteAnswer(
  context: OrderContext,
  orderId: OrderId,
  refund: RefundOnRecord,
  answer: Exclude<RefundStep, { kind: 'unknown' }>,
): Promise<void> {
  const { provider, providerPaymentId, money, cause } = refund;
  await inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const at = context.now();
    if (answer.kind === 'refused') {
      await markRefund(tx, refund.id, { state: 'refused', returnId: null }, at);
      const detail = { providerPaymentId, why: answer.why, refund: refund.id };
      await raiseOrderAlert(tx, context, order, 'refund-refused', detail);
      return;
    }
    await markRefund(tx, refund.id, { state: 'accepted', returnId: answer.returnId }, at);
    const detail = { providerPaymentId, amount: money.minorUnits, cause };
    await addToStory(tx, context, order, { kind: 'refund-accepted', detail });
    // Before its return is noted: that may have failed already, and be raised anew.
    const why = 'the provider has accepted a refund';
    await healOrderAlerts(tx, context, order, ENDED_BY_REFUND, { why, providerPaymentId });
    // What was accepted counts as gone: should it fail after all, the provider says so and it is with us again.
    const { returnId } = answer;
    const word = { returnId, how: 'refund', stage: 'taken', providerPaymentId, money, fee: null } as const;
    await noteAndFollow(tx, context, order, { provider, word });
  });
}

/**
 * Sends what is due, under a name that makes a repeated call the same refund. A silent provider is asked again later, by the
 * row's own clock: nothing waits here.
 */
export async function sendRefunds(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
): Promise<null> {
  const payments = await paymentsOf(context.db, orderId);
  for (const refund of await refundsOf(context.db, orderId)) {
    if (refund.state !== 'due') continue;
    const { provider, providerPaymentId, money } = refund;
    const paid = payments.find(
      (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
    );
    const request = { orderId, providerPaymentId, money, paid: paid?.money ?? money };
    const answer = await providers.get(provider).refund(request, `refund-${refund.id}`);
    if (answer.kind === 'unknown')
      context.logger.warn({ orderId, provider, why: answer.why }, 'a refund is not answered yet');
    else await noteAnswer(context, orderId, refund, answer);
  }
  return null;
}
