import {
  ownReturnOf,
  refundableMoney,
  refundSubmission,
  type Money,
  type OrderId,
  type RefundSubmission,
} from '@jawhara/domain';
import { faultText } from '../../platform/outage.ts';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { PaymentProvider } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { factsOf } from '../base/write-books.ts';
import { connectedProvider } from '../base/connected-provider.ts';
import { addToStory } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder, type StoredOrder } from '../store/order.store.ts';
import { carriedByRests, restCause } from './follow-refunds.ts';
import { insertRefund, markRefundSent, refundsOf, type RefundOnRecord } from '../store/refund.store.ts';
import { returnsReportedSince } from '../store/return.store.ts';
import { takeReturn } from './take-return.ts';
import { noteAccepted, noteAnswer, noteNotNeeded, noteUnclear } from './refund-answer.ts';

/** A refund to submit now, with the full amount of its payment. */
interface RefundCall {
  readonly refund: RefundOnRecord;
  readonly paid: Money;
}

type Decided =
  | { readonly kind: 'call'; readonly call: RefundCall }
  | { readonly kind: 'done' | 'read-books' };

/** Whether the refund is to be sent, whole or in part, from the current facts of its payment. */
async function submissionOf(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  refund: RefundOnRecord,
  areBooksRead: boolean,
): Promise<{ readonly submission: RefundSubmission; readonly paid: Money }> {
  const { provider, providerPaymentId, money, sentAt, lastSentAt } = refund;
  const facts = await factsOf(tx, order);
  const refunds = await refundsOf(tx, order.id);
  const payment = facts.payments.find(
    (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
  );
  // The provider decides about a refund whose payment is not in our tables.
  if (payment === undefined) return { submission: { kind: 'send' }, paid: money };
  // Only refunds recorded before this one are subtracted: otherwise two waiting refunds would block each other.
  const earlier = refunds.slice(
    0,
    refunds.findIndex(({ id }) => id === refund.id),
  );
  const due = earlier.filter(({ state }) => state === 'due');
  const laterReturns = sentAt === null ? [] : await returnsReportedSince(tx, order.id, sentAt);
  const answered = refunds.map(({ returnId }) => returnId);
  const facing = {
    money,
    carriedByRests: carriedByRests(refund, refunds),
    refundable: refundableMoney(payment, facts, due, refund.id),
    sentAt,
    lastSentAt,
    areBooksRead,
    ownReturnId: ownReturnOf(refund, laterReturns, answered),
  };
  return { submission: refundSubmission(facing, context.now()), paid: payment.money };
}

/** The rest of a refund becomes a row of its own, because one idempotency key must never be sent with two amounts. */
async function recordRest(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  refund: RefundOnRecord,
  money: Money,
): Promise<RefundOnRecord> {
  const id = context.newId();
  const cause = restCause(refund.id, id);
  const rest = { ...refund, id, money, cause, sentAt: null, lastSentAt: null, state: 'due' } as const;
  await insertRefund(tx, order, rest, context.now());
  const { provider, providerPaymentId, requestedBy } = refund;
  const { minorUnits: amount, currency } = money;
  const detail = { provider, providerPaymentId, amount, currency, cause, askedBy: requestedBy };
  await addToStory(tx, context, order, { kind: 'refund-asked', detail });
  return rest;
}

/** Records the decision and returns the refund to submit, or null. */
async function recordSubmission(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  refund: RefundOnRecord,
  submission: Exclude<RefundSubmission, { kind: 'wait' | 'read-books' }>,
): Promise<RefundOnRecord | null> {
  switch (submission.kind) {
    case 'send':
      return refund;
    case 'send-rest': {
      const rest = await recordRest(tx, context, order, refund, submission.money);
      await noteNotNeeded(tx, context, order, refund);
      return rest;
    }
    case 'made':
      await noteAccepted(tx, context, order, refund, submission.returnId);
      break;
    case 'not-needed':
      await noteNotNeeded(tx, context, order, refund);
      break;
  }
  return null;
}

/** Decides and records under the order's lock, immediately before the call. */
async function decideRefund(
  context: OrderContext,
  orderId: OrderId,
  refundId: string,
  areBooksRead: boolean,
): Promise<Decided> {
  return inTransaction(context.db, async (tx): Promise<Decided> => {
    const order = await lockOrder(tx, orderId);
    const refund = (await refundsOf(tx, orderId)).find(({ id }) => id === refundId);
    if (refund?.state !== 'due') return { kind: 'done' };
    const { submission, paid } = await submissionOf(tx, context, order, refund, areBooksRead);
    if (submission.kind === 'wait') return { kind: 'done' };
    if (submission.kind === 'read-books') return { kind: 'read-books' };
    const sending = await recordSubmission(tx, context, order, refund, submission);
    if (sending === null) return { kind: 'done' };
    await markRefundSent(tx, sending.id, { at: context.now(), isFirst: areBooksRead });
    return { kind: 'call', call: { refund: sending, paid } };
  });
}

/**
 * The result of a call that failed in our own code: the call may have reached the provider, so the outcome is unknown. The fault
 * must not stop other refunds from being sent.
 */
function faultOfOurs(error: unknown): { readonly kind: 'unknown'; readonly why: string } {
  return { kind: 'unknown', why: faultText(error) };
}

/**
 * Records every refund, dispute and reversal that the provider's look-up lists. False if the look-up lists none or is not
 * possible.
 */
async function readBooks(
  context: OrderContext,
  provider: PaymentProvider,
  orderId: OrderId,
  refund: RefundOnRecord,
): Promise<boolean> {
  if (!provider.can.lookUp) {
    await noteUnclear(context, orderId, refund);
    return false;
  }
  const answer = await provider.lookUp(orderId, refund.providerPaymentId).catch(faultOfOurs);
  if (answer.kind === 'paid' && answer.returns !== undefined) {
    for (const word of answer.returns)
      await takeReturn(context, orderId, { provider: provider.number, word });
    return true;
  }
  if (answer.kind === 'unknown')
    context.logger.warn({ orderId, provider: provider.number, why: answer.why }, 'the books are not read');
  else await noteUnclear(context, orderId, refund);
  return false;
}

async function sendRefund(
  context: OrderContext,
  provider: PaymentProvider,
  orderId: OrderId,
  refund: RefundOnRecord,
): Promise<void> {
  let decided = await decideRefund(context, orderId, refund.id, false);
  if (decided.kind === 'read-books') {
    if (!(await readBooks(context, provider, orderId, refund))) return;
    decided = await decideRefund(context, orderId, refund.id, true);
  }
  if (decided.kind !== 'call') return;
  const { refund: sent, paid } = decided.call;
  const { providerPaymentId, money } = sent;
  const request = { orderId, providerPaymentId, money, paid };
  const answer = await provider.refund(request, `refund-${sent.id}`).catch(faultOfOurs);
  if (answer.kind === 'unknown')
    context.logger.warn(
      { orderId, provider: provider.number, why: answer.why },
      'a refund is not answered yet',
    );
  else await noteAnswer(context, orderId, sent, answer);
}

/**
 * Submits due refunds, each with an idempotency key, so that a repeated call is the same refund. A refund without an answer
 * is submitted again later, at its row's next check.
 */
export async function submitRefunds(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
): Promise<null> {
  for (const refund of await refundsOf(context.db, orderId)) {
    if (refund.state !== 'due') continue;
    const provider = await connectedProvider(context, providers, refund.provider);
    if (provider !== null) await sendRefund(context, provider, orderId, refund);
  }
  return null;
}
