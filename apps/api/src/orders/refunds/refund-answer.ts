import { refundableMoney, type OrderId } from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { RefundStep } from '../../providers/provider.ts';
import { factsOf } from '../base/write-books.ts';
import { addToStory } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder, type StoredOrder } from '../store/order.store.ts';
import { healOrderAlerts, raiseOrderAlert } from '../base/raise-order-alert.ts';
import { ENDED_BY_REFUND } from './record-refund.ts';
import { markRefund, type RefundOnRecord } from '../store/refund.store.ts';
import { noteAndFollow } from './take-return.ts';

function storyDetail({ providerPaymentId, money, cause }: RefundOnRecord) {
  return { providerPaymentId, amount: money.minorUnits, cause };
}

/**
 * The part of the refunded payment that is still with us, even if it is reserved for a refund, and whether the order accepted
 * that payment. Null for a payment that is not in our tables.
 */
async function paymentBalance(
  tx: Tx,
  order: StoredOrder,
  { provider, providerPaymentId }: RefundOnRecord,
): Promise<{ minorUnits: number; isAccepted: boolean } | null> {
  const facts = await factsOf(tx, order);
  const payment = facts.payments.find(
    (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
  );
  if (payment === undefined) return null;
  const { money, reserved } = refundableMoney(payment, facts, []);
  return { minorUnits: money.minorUnits + reserved.minorUnits, isAccepted: payment.standing === 'kept' };
}

/**
 * A payment that counts for no order must be refunded whole, so its alert stays open while we hold money that this
 * refund does not cover. For an accepted payment the operator chose the amount, so the refund covers all that is owed.
 */
async function isAllThatIsOwed(tx: Tx, order: StoredOrder, refund: RefundOnRecord): Promise<boolean> {
  const balance = await paymentBalance(tx, order, refund);
  return balance === null || balance.isAccepted || balance.minorUnits <= refund.money.minorUnits;
}

/** Records that the provider accepted this refund, known from its answer or from its report of the refund. */
export async function noteAccepted(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  refund: RefundOnRecord,
  returnId: string,
): Promise<void> {
  const { provider, providerPaymentId, money } = refund;
  await markRefund(tx, refund.id, { state: 'accepted', returnId }, context.now());
  await addToStory(tx, context, order, { kind: 'refund-accepted', detail: storyDetail(refund) });
  // Closed before the refund is recorded as money gone: it may have failed already, and that raises the alert anew.
  const why = 'the provider has accepted a refund';
  if (await isAllThatIsOwed(tx, order, refund))
    await healOrderAlerts(tx, context, order, ENDED_BY_REFUND, { why, providerPaymentId });
  // An accepted refund counts as money gone. If it fails later, the provider reports that and we count the money as ours again.
  const word = { returnId, how: 'refund', stage: 'taken', providerPaymentId, money, fee: null } as const;
  await noteAndFollow(tx, context, order, { provider, word });
}

/** Records that the refund is not submitted. Alerts about money that we owe close only if nothing of the payment is left. */
export async function noteNotNeeded(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  refund: RefundOnRecord,
): Promise<void> {
  const { providerPaymentId } = refund;
  await markRefund(tx, refund.id, { state: 'not-needed', returnId: null }, context.now());
  await addToStory(tx, context, order, { kind: 'refund-not-needed', detail: storyDetail(refund) });
  const balance = await paymentBalance(tx, order, refund);
  if (balance === null || balance.minorUnits > 0) return;
  const why = 'the payment has gone back already';
  await healOrderAlerts(tx, context, order, ENDED_BY_REFUND, { why, providerPaymentId });
}

/**
 * Records that a refund is unclear: the call may have reached the provider, its key does not prevent a second refund, and the
 * provider has no look-up. An operator decides.
 */
export async function noteUnclear(
  context: OrderContext,
  orderId: OrderId,
  refund: RefundOnRecord,
): Promise<void> {
  const { id, provider, providerPaymentId, money } = refund;
  await inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await markRefund(tx, id, { state: 'unclear', returnId: null }, context.now());
    const detail = { providerPaymentId, provider, amount: money.minorUnits, refund: id };
    await raiseOrderAlert(tx, context, order, 'refund-unclear', detail);
  });
}

export async function noteAnswer(
  context: OrderContext,
  orderId: OrderId,
  refund: RefundOnRecord,
  answer: Exclude<RefundStep, { kind: 'unknown' }>,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (answer.kind === 'accepted') {
      await noteAccepted(tx, context, order, refund, answer.returnId);
      return;
    }
    await markRefund(tx, refund.id, { state: 'refused', returnId: null }, context.now());
    const detail = { providerPaymentId: refund.providerPaymentId, why: answer.why, refund: refund.id };
    await raiseOrderAlert(tx, context, order, 'refund-refused', detail);
  });
}
