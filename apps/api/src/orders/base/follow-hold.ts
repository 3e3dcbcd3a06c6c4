import {
  isAllGone,
  isToBeHeld,
  isUndecided,
  isUndecidedMoney,
  returnsOf,
  type AlertKind,
  type OrderMoney,
  type PaymentFact,
} from '@jawhara/domain';
import { reopenAlert, reopenHealedAlerts } from '../../alerts/alert.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import { moneyOf } from './write-books.ts';
import { addToStory } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { holdOrder, checkSoon, releaseOrder, type StoredOrder } from '../store/order.store.ts';
import { healOrderAlerts, raiseOrderAlert } from './raise-order-alert.ts';

/** Alerts about a wrong amount. They close when an operator has decided about the money, or when none of it is left with us. */
export const ENDED_BY_DECISION = [
  'amount-mismatch',
  'amount-contradicted',
] as const satisfies readonly AlertKind[];

/** Ends the hold: the order may be paid with the right amount, is delivered if it is paid, or expires at its deadline. */
export async function endHold(tx: Tx, context: OrderContext, order: StoredOrder): Promise<void> {
  await releaseOrder(tx, order.id);
  if (isUndecided(order.state) || order.state === 'paid') await checkSoon(tx, order.id, context.now());
  await addToStory(tx, context, order, { kind: 'released', detail: {} });
}

/** Raises the alert for a payment whose amount is not the price, or reopens it when money that had gone back is with us again. */
export async function raiseWrongAmount(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { providerPaymentId, money }: Pick<PaymentFact, 'providerPaymentId' | 'money'>,
): Promise<void> {
  const kind = 'amount-mismatch';
  const detail = {
    providerPaymentId,
    asked: order.priceUsdCents,
    came: money.minorUnits,
    currency: money.currency,
  };
  if (await raiseOrderAlert(tx, context, order, kind, detail)) return;
  await reopenAlert(tx, { kind, subject: order.id, providerPaymentId, at: context.now() });
}

/**
 * The money of a payment with two reported amounts is with us again, after all of it had gone back. If no operator has
 * decided about it, the paid order is held again.
 */
async function reopenContradiction(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { providerPaymentId }: PaymentFact,
): Promise<void> {
  const healed = { kind: 'amount-contradicted', orderId: order.id, providerPaymentId } as const;
  const isOpenAgain = await reopenHealedAlerts(tx, { ...healed, at: context.now() });
  if (isOpenAgain && order.state === 'paid') await holdOrder(tx, order.id);
}

/**
 * Whether an operator need not decide about the payment. An accepted payment needs no decision once all of its money went back.
 */
function isDecided(payment: PaymentFact, money: OrderMoney): boolean {
  return payment.standing === 'kept' ? isAllGone(payment, money.facts) : !isUndecidedMoney(payment, money);
}

/**
 * [ORD-23] Holds the order while it has money about which an operator must decide, and ends the hold when none is left with us.
 * The alerts of each payment whose money went back or came again are closed or reopened likewise, whether the order is held or
 * not. Harmless to repeat. The caller holds the order's lock.
 */
export async function followHold(tx: Tx, context: OrderContext, order: StoredOrder): Promise<void> {
  const money = await moneyOf(tx, order);
  const { payments } = money.facts;
  const isHeld = isToBeHeld(money);
  const returned = payments.filter((payment) => returnsOf(payment, money.facts).length > 0);
  for (const payment of returned.filter((one) => isDecided(one, money))) {
    const { providerPaymentId } = payment;
    const why = 'the money went back';
    await healOrderAlerts(tx, context, order, ENDED_BY_DECISION, { why, providerPaymentId });
  }
  // A payment of which no money went back already has its alert, unless the order was not held before.
  for (const payment of isHeld && !order.isHeld ? payments : returned)
    if (payment.standing === 'wrong-amount' && isUndecidedMoney(payment, money))
      await raiseWrongAmount(tx, context, order, payment);
  for (const payment of returned)
    if (payment.standing === 'kept' && !isAllGone(payment, money.facts))
      await reopenContradiction(tx, context, order, payment);
  if (order.isHeld && !isHeld) await endHold(tx, context, order);
  if (!order.isHeld && isHeld) await holdOrder(tx, order.id);
}
