import { moneyText } from '@jawhara/domain';
import { closeAlertsOfOrder } from '../../alerts/alert.store.ts';
import { recordRefund } from '../../orders/refunds/record-refund.ts';
import { lockOrder } from '../../orders/store/order.store.ts';
import { ENDED_BY_DECISION, followHold } from '../../orders/base/follow-hold.ts';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, sameAsShown, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, type Refused } from '../refusals.ts';
import { wrongAmountMeant, type WrongAmount, type WrongAmountInput } from './wrong-amounts.ts';

export function planSendBack(db: Reader, wanted: WrongAmountInput): Promise<WrongAmount | Refused> {
  return wrongAmountMeant(db, 'order send-back', wanted);
}

/**
 * Refunds the rest of a wrong amount, or of a second payment whose refund has failed. Once no such money is left the hold
 * ends: the order may still be paid with the right amount, or ends at its deadline.
 */
export async function sendBackPayment(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: WrongAmountInput,
  shown: WrongAmount,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  const done = await act(context, signOff, 'order send-back', async (tx) => {
    const order = await lockOrder(tx, wanted.orderId);
    const plan = sameAsShown(shown, await planSendBack(tx, wanted));
    if (isRefused(plan)) return plan;
    const { provider, providerPaymentId, left: money, came } = plan;
    const cause = `person-${orders.newId()}`;
    const payment = { provider, providerPaymentId };
    await recordRefund(tx, orders, order, { payment, money, cause, askedBy: signOff.by });
    const ended = { kinds: ENDED_BY_DECISION, providerPaymentId };
    const alerts = await closeAlertsOfOrder(tx, order.id, ended, { ...signOff, at: orders.now() });
    await followHold(tx, orders, order);
    const { isHeld: isStillHeld } = await lockOrder(tx, order.id);
    return {
      subject: `order:${order.id}`,
      before: { state: order.state, held: order.isHeld, payment: providerPaymentId, came: moneyText(came) },
      after: { refund: moneyText(money), held: isStillHeld, alertsClosed: alerts },
    };
  });
  if (done.kind === 'done') await enqueueChecks(orders, life, [wanted.orderId]);
  return done;
}
