import {
  refundableMoney,
  judgeRefundRequest,
  type Money,
  type PaymentFact,
  type OrderId,
} from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import { factsOf } from '../base/write-books.ts';
import { addToStory } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder, noteRefundRequest, type StoredOrder } from '../store/order.store.ts';
import { healOrderAlerts, raiseOrderAlert } from '../base/raise-order-alert.ts';
import { insertRefund, refundsOf } from '../store/refund.store.ts';

interface NewRefund {
  readonly payment: Pick<PaymentFact, 'provider' | 'providerPaymentId'>;
  readonly money: Money;
  /** A fixed key, not a sentence: a payment is refunded once per cause. */
  readonly cause: string;
  readonly requestedBy: string;
}

/** Alerts about money that we owe. They close when it was refunded, or when nothing is left to refund. */
export const ENDED_BY_REFUND = [
  'refund-refused',
  'refund-failed',
  'refund-unclear',
  'second-payment',
] as const;

/**
 * Whether any money of the payment is still with us. Money reserved by another refund counts, because that refund may fail.
 * For a payment that we do not know the provider decides.
 */
async function isMoneyLeft(tx: Tx, order: StoredOrder, { payment, money }: NewRefund): Promise<boolean> {
  const facts = await factsOf(tx, order);
  const known = facts.payments.find(
    ({ provider, providerPaymentId }) =>
      provider === payment.provider && providerPaymentId === payment.providerPaymentId,
  );
  if (known === undefined || known.money.currency !== money.currency) return true;
  const due = (await refundsOf(tx, order.id)).filter(({ state }) => state === 'due');
  const { money: free, reserved } = refundableMoney(known, facts, due);
  return free.minorUnits + reserved.minorUnits > 0;
}

/**
 * Records a refund; the order's next check submits it. True if there is something to submit. A refund of a payment that is
 * all gone is recorded too, so that it is due if the money comes back. The caller holds the order's lock.
 */
export async function recordRefund(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  newRefund: NewRefund,
): Promise<boolean> {
  const { payment, cause, requestedBy } = newRefund;
  const { provider, providerPaymentId } = payment;
  const isLeft = await isMoneyLeft(tx, order, newRefund);
  // The row has the whole amount owed. A check submits what is left of the payment now, and the rest once a dispute is
  // won.
  const { money } = newRefund;
  const refund = { id: context.newId(), provider, providerPaymentId, money, cause, requestedBy };
  const state = isLeft ? 'due' : 'not-needed';
  const isNew = await insertRefund(tx, order, { ...refund, state }, context.now());
  if (!isNew) return false;
  const { minorUnits: amount, currency } = money;
  const detail = { provider, providerPaymentId, amount, currency, cause, askedBy: requestedBy };
  await addToStory(tx, context, order, { kind: isLeft ? 'refund-asked' : 'refund-not-needed', detail });
  if (!isLeft) {
    const why = 'the payment has gone back already';
    await healOrderAlerts(tx, context, order, ENDED_BY_REFUND, { why, providerPaymentId });
  }
  return isLeft;
}

/**
 * The payer of a paid and overdue order asks for a refund instead of waiting. Runs under the order's lock, so that a
 * delivery cannot overlap and of two presses one is recorded. Null if no refund is due.
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
