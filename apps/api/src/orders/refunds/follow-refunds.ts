import {
  isGone,
  ownReturnOf,
  refundableMoney,
  returnsOf,
  type OrderFacts,
  type ReturnFact,
} from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import { addToStory } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import type { StoredOrder } from '../store/order.store.ts';
import { healOrderAlerts, raiseOrderAlert } from '../base/raise-order-alert.ts';
import { markRefund, refundsOf, type RefundOnRecord } from '../store/refund.store.ts';

/**
 * The cause of a new refund row for the part of refund `refundId` that is still to be paid back. The old row is recorded as not
 * needed.
 */
export const restCause = (refundId: string, id: string): string => `rest-of-${refundId}-${id}`;

const isRest = ({ cause }: Pick<RefundOnRecord, 'cause'>): boolean => cause.startsWith('rest-of-');

/** The amount that later rows for the rest of this refund have paid back or will pay back. */
export function carriedByRests({ id }: RefundOnRecord, refunds: readonly RefundOnRecord[]): number {
  return refunds
    .filter(({ cause, state }) => cause.startsWith(`rest-of-${id}-`) && ['due', 'accepted'].includes(state))
    .reduce((sum, { money }) => sum + money.minorUnits, 0);
}

/**
 * Raises an alert about a refund that the provider had accepted and then could not make: we have the money, and the payer waits
 * for it.
 */
async function raiseFailedRefund(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  back: ReturnFact,
  refunds: readonly RefundOnRecord[],
): Promise<void> {
  if (back.how !== 'refund' || back.stage !== 'given-back') return;
  if (!refunds.some(({ returnId }) => returnId === back.returnId)) return;
  const detail = { providerPaymentId: back.providerPaymentId, refund: back.returnId };
  await raiseOrderAlert(tx, context, order, 'refund-failed', detail);
}

/** Records that the provider made a refund whose outcome was unclear. */
async function answerUnclear(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  back: ReturnFact,
  refunds: readonly RefundOnRecord[],
): Promise<void> {
  const answered = refunds.map(({ returnId }) => returnId);
  const own = refunds.find(
    (one) => one.state === 'unclear' && ownReturnOf(one, [back], answered) === back.returnId,
  );
  if (own === undefined) return;
  const { returnId } = back;
  const { providerPaymentId, money, cause } = own;
  await markRefund(tx, own.id, { state: 'accepted', returnId }, context.now());
  const detail = { providerPaymentId, amount: money.minorUnits, cause };
  await addToStory(tx, context, order, { kind: 'refund-accepted', detail });
  const why = 'the provider has made the refund';
  await healOrderAlerts(tx, context, order, ['refund-unclear'], { why, providerPaymentId });
}

/** Refunds that were not needed while the money of a payment was gone are due again, because it is with us again. */
async function reopenRefunds(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  back: ReturnFact,
  { facts, refunds }: { readonly facts: OrderFacts; readonly refunds: readonly RefundOnRecord[] },
): Promise<void> {
  if (isGone(back) || back.stage === 'announced') return;
  // An operator resubmits our own refund that failed; it does not make others due again.
  if (refunds.some(({ returnId }) => returnId === back.returnId)) return;
  const payment = facts.payments.find((one) =>
    returnsOf(one, facts).some(({ returnId }) => returnId === back.returnId),
  );
  if (payment === undefined) return;
  const due = refunds.filter(({ state }) => state === 'due');
  if (refundableMoney(payment, facts, due).money.minorUnits === 0) return;
  for (const refund of refunds) {
    const { provider, providerPaymentId, money, cause } = refund;
    if (refund.state !== 'not-needed' || isRest(refund)) continue;
    if (provider !== payment.provider || providerPaymentId !== payment.providerPaymentId) continue;
    if (carriedByRests(refund, refunds) >= money.minorUnits) continue;
    await markRefund(tx, refund.id, { state: 'due', returnId: null }, context.now());
    const detail = { providerPaymentId, amount: money.minorUnits, cause };
    await addToStory(tx, context, order, { kind: 'refund-due-again', detail });
  }
}

/**
 * Compares a reported refund, dispute or reversal with our own refunds: it may be the outcome of one, report that one failed, or
 * make one due again. The caller holds the order's lock.
 */
export async function followRefunds(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  back: ReturnFact,
  facts: OrderFacts,
): Promise<void> {
  const refunds = await refundsOf(tx, order.id);
  if (refunds.length === 0) return;
  await raiseFailedRefund(tx, context, order, back, refunds);
  await answerUnclear(tx, context, order, back, refunds);
  await reopenRefunds(tx, context, order, back, { facts, refunds });
}
