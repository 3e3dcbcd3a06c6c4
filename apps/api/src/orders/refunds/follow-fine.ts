import { alertKey, isFineMoneyGone, isGone, type PaymentFact, type ReturnFact } from '@jawhara/domain';
import { BY_ITSELF, reopenAlert } from '../../alerts/alert.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import type { StoredOrder } from '../store/order.store.ts';
import { healOrderAlerts, raiseOrderAlert } from '../base/raise-order-alert.ts';

const KIND = 'fine-money-gone';

/** [FIN-05] The ban follows the money of its fine. A reversal happens without an operator, so it raises an alert. Harmless to repeat. */
export async function followFine(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { acceptedPayment, back }: { readonly acceptedPayment: PaymentFact; readonly back: readonly ReturnFact[] },
): Promise<void> {
  const { id: orderId, recipientId } = order;
  const at = context.now();
  const hasGone = isFineMoneyGone(acceptedPayment.money, back);
  await context.penalties.followFineMoney(tx, { orderId, recipientId, at, isGone: hasGone });
  if (!hasGone) {
    if (back.length > 0)
      await healOrderAlerts(tx, context, order, [KIND], { why: 'the money is there again' });
    return;
  }
  for (const { returnId, stage } of back.filter((one) => one.how === 'reversal' && isGone(one))) {
    const detail = { returnId, stage };
    if (await raiseOrderAlert(tx, context, order, KIND, detail)) continue;
    const { subject } = alertKey(KIND, { orderId, ...detail });
    await reopenAlert(tx, { kind: KIND, subject, closedBy: BY_ITSELF, at });
  }
}
