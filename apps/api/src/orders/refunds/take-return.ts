import {
  alertKey,
  isFineMoneyGone,
  isGone,
  goneBack,
  isHonoured,
  isPaid,
  isToDeliver,
  findAcceptedPayment,
  returnsOf,
  type PaymentFact,
  type ReturnFact,
  type AlertKind,
  type GoneBack,
  type OrderFacts,
  type OrderId,
  type OrderState,
  type ProviderNumber,
  type ReturnUpdate,
} from '@jawhara/domain';
import { BY_ITSELF, reopenAlert } from '../../alerts/alert.store.ts';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder, type StoredOrder } from '../store/order.store.ts';
import { healOrderAlerts, raiseOrderAlert } from '../base/raise-order-alert.ts';
import { makeMove, addToStory } from '../base/make-move.ts';
import { followHold } from '../base/follow-hold.ts';
import { cardThatPaid } from '../store/payment.store.ts';
import { noteReturn } from '../store/return.store.ts';
import { factsOf, writeBooks } from '../base/write-books.ts';
import { recordRefund } from './record-refund.ts';
import { followRefunds } from './follow-refunds.ts';

const FINE_MONEY_GONE = 'fine-money-gone';

/**
 * [FIN-05] Restores the ban when the payment of its fine is reversed or disputed, and lifts it when we have the money again. A
 * reversal happens without an operator, so it raises an alert. Harmless to repeat.
 */
async function followFine(
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
      await healOrderAlerts(tx, context, order, [FINE_MONEY_GONE], { why: 'the money is there again' });
    return;
  }
  for (const { returnId, stage } of back.filter((one) => one.how === 'reversal' && isGone(one))) {
    const detail = { returnId, stage };
    if (await raiseOrderAlert(tx, context, order, FINE_MONEY_GONE, detail)) continue;
    const { subject } = alertKey(FINE_MONEY_GONE, { orderId, ...detail });
    await reopenAlert(tx, { kind: FINE_MONEY_GONE, subject, closedBy: BY_ITSELF, at });
  }
}

/** Alerts an operator if more went back than was paid, or an amount in another currency; the books record it as reported. */
async function raiseOddReturns(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  payment: PaymentFact,
  gone: GoneBack,
): Promise<void> {
  const { providerPaymentId } = payment;
  if (gone.isMoreThanPaid)
    await raiseOrderAlert(tx, context, order, 'returned-more-than-paid', { providerPaymentId });
  if (gone.isIncomparable)
    await raiseOrderAlert(tx, context, order, 'return-in-other-currency', { providerPaymentId });
}

function stateAfter(order: StoredOrder, acceptedPayment: PaymentFact, gone: GoneBack): OrderState {
  if (gone.minorUnits >= acceptedPayment.money.minorUnits)
    return gone.isDisputed ? 'charged-back' : 'refunded';
  if (!isHonoured(order.state)) return order.state;
  // The money went back before delivery and is with us again: the order is still to be delivered.
  return order.creditedAt === null ? 'paid' : 'delivered';
}

/**
 * Applies penalties for a chargeback; one that was won or withdrawn undoes them. A dispute of a payment that had been
 * refunded in full brings no penalty: the bank took money that was no longer the payer's.
 */
async function judge(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { acceptedPayment, back }: { readonly acceptedPayment: PaymentFact; readonly back: readonly ReturnFact[] },
): Promise<void> {
  const goneWithoutDispute = goneBack(
    acceptedPayment.money,
    back.filter(({ how }) => how !== 'dispute'),
  );
  const isAnsweredFor =
    goneBack(acceptedPayment.money, back).isDisputed &&
    goneWithoutDispute.minorUnits < acceptedPayment.money.minorUnits;
  const { id: orderId, recipientId, payerDevice, payerAccountId } = order;
  const at = context.now();
  if (isAnsweredFor) {
    const card = await cardThatPaid(tx, orderId);
    const cardFingerprint = card?.fingerprint ?? null;
    const facts = { orderId, recipientId, payerDevice, payerAccountId, cardFingerprint, at };
    await context.penalties.applyChargeback(tx, facts);
  } else if (back.some(({ how }) => how === 'dispute')) {
    const { finesToReturn } = await context.penalties.liftChargeback(tx, { orderId, recipientId, at });
    for (const fineId of finesToReturn) await returnFine(tx, context, fineId, orderId);
  }
}

/** Refunds a fine that was paid because of a chargeback, after the chargeback was won or withdrawn. */
async function returnFine(tx: Tx, context: OrderContext, fineId: OrderId, cause: OrderId): Promise<void> {
  const fine = await lockOrder(tx, fineId);
  const payment = findAcceptedPayment(await factsOf(tx, fine));
  if (payment === null) return;
  const newRefund = {
    payment,
    money: payment.money,
    cause: `dispute-won-${cause}`,
    requestedBy: 'by itself',
  };
  await recordRefund(tx, context, fine, newRefund);
}

/** Brings state, books and penalties in line with the order's known refunds, disputes and reversals. Harmless to repeat. */
export async function followReturns(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  kind = 'return',
): Promise<OrderState> {
  const facts = await factsOf(tx, order);
  for (const payment of facts.payments)
    await raiseOddReturns(tx, context, order, payment, goneBack(payment.money, returnsOf(payment, facts)));
  const acceptedPayment = findAcceptedPayment(facts);
  let state = order.state;
  if (acceptedPayment !== null && (isPaid(state) || isHonoured(state))) {
    const back = returnsOf(acceptedPayment, facts);
    const gone = goneBack(acceptedPayment.money, back);
    state = stateAfter(order, acceptedPayment, gone);
    if (state !== order.state) await moveWithMoney(tx, context, order, state, facts);
    await judge(tx, context, order, { acceptedPayment, back });
    if (order.purpose === 'fine') await followFine(tx, context, order, { acceptedPayment, back });
  }
  await writeBooks(tx, context, order, { kind, facts: { ...facts, isHonoured: isHonoured(state) } });
  await followHold(tx, context, { ...order, state });
  // Also for one that was reported before its payment: the payer gets a mail once the payment is known.
  if (facts.returns.length > 0) await context.news.returned(tx, context, order);
  return state;
}

/**
 * The alert if the money of an undelivered order goes back. While a delivery runs its gems may still arrive, so that is another
 * alert.
 */
const RETURNED_BEFORE = {
  paid: 'returned-before-delivery',
  delivering: 'money-back-during-delivery',
} as const satisfies Record<'paid' | 'delivering', AlertKind>;

/** Raises the alert, or reopens it if it was closed because the money had come back in between. */
async function raiseReturnedBefore(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  kind: (typeof RETURNED_BEFORE)[keyof typeof RETURNED_BEFORE],
): Promise<void> {
  if (await raiseOrderAlert(tx, context, order, kind, {})) return;
  await reopenAlert(tx, { kind, subject: order.id, closedBy: BY_ITSELF, at: context.now() });
}

async function moveWithMoney(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  state: OrderState,
  { gems }: OrderFacts,
): Promise<void> {
  await makeMove(tx, context, order, { to: state }, { kind: state, detail: { gems } });
  if (isToDeliver(order.state)) {
    await healOrderAlerts(tx, context, order, ['delivery-refused'], { why: `the order is ${state}` });
    await raiseReturnedBefore(tx, context, order, RETURNED_BEFORE[order.state]);
  } else if (state === 'paid')
    await healOrderAlerts(tx, context, order, [RETURNED_BEFORE.paid], { why: 'the money is there again' });
  else if (state === 'refunded' || state === 'charged-back')
    await raiseOrderAlert(tx, context, order, 'gems-taken-back', { how: state });
}

/**
 * Stores the reported refund, dispute or reversal and applies its effects in the caller's transaction. The caller holds the
 * order's lock.
 */
export async function noteAndFollow(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { provider, word }: { readonly provider: ProviderNumber; readonly word: ReturnUpdate },
): Promise<OrderState> {
  const { before, now } = await noteReturn(tx, order, { provider, word, at: context.now() });
  if (before?.stage !== now.stage) {
    const { returnId, how, stage, money } = now;
    const detail = { provider, returnId, how, stage, amount: money?.minorUnits ?? null };
    await addToStory(tx, context, order, { kind: `${how}-${stage}`, detail });
  }
  await followRefunds(tx, context, order, now, await factsOf(tx, order));
  return followReturns(tx, context, order);
}

/**
 * [ORD-16] Records that money of a payment went back, or is with us again, whenever that is reported. Returns the order's state
 * afterwards: `paid` is to be delivered, because money that went back before delivery has come again.
 */
export async function takeReturn(
  context: OrderContext,
  orderId: OrderId,
  providerReturn: { readonly provider: ProviderNumber; readonly word: ReturnUpdate },
): Promise<OrderState> {
  return inTransaction(context.db, async (tx) =>
    noteAndFollow(tx, context, await lockOrder(tx, orderId), providerReturn),
  );
}
