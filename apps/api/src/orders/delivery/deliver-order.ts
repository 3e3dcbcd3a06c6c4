import {
  findAcceptedPayment,
  isAllDueBack,
  isToDeliver,
  type OrderFacts,
  type OrderId,
} from '@jawhara/domain';
import { reopenAlert } from '../../alerts/alert.store.ts';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import { deliveryKey, type Delivery, type DeliveryAnswer, type LocalDeliverer } from '../base/order-ports.ts';
import { addToStory, makeMove } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import { nextParkedCheck } from '../base/park-order.ts';
import { healOrderAlerts, raiseOrderAlert } from '../base/raise-order-alert.ts';
import { factsOf, loadMoney, writeBooks } from '../base/write-books.ts';
import { followReturns } from '../refunds/take-return.ts';
import { checkSoon, lockOrder, requireOrder, type StoredOrder } from '../store/order.store.ts';
import { refundsOf } from '../store/refund.store.ts';

/**
 * Whether the order's whole payment is being refunded; then it is not delivered. An unclear refund counts as made until its
 * outcome is known; a refused refund lets the order be delivered.
 */
async function isGoingBack(tx: Tx, orderId: OrderId, facts: OrderFacts): Promise<boolean> {
  const acceptedPayment = findAcceptedPayment(facts);
  if (acceptedPayment === null) throw new Error(`order ${orderId} is paid, but no payment is kept for it`);
  const refunds = await refundsOf(tx, orderId);
  const open = refunds.filter(({ state }) => state === 'due' || state === 'unclear');
  return isAllDueBack(acceptedPayment, facts, open);
}

async function finish(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { story, alert }: Delivery,
): Promise<void> {
  if (alert !== null) await raiseOrderAlert(tx, context, order, alert, story.detail);
  await makeMove(tx, context, order, { to: 'delivered' }, story);
  await writeBooks(tx, context, order, { kind: 'delivery', facts: await factsOf(tx, order, 'delivered') });
  await context.news.delivered(tx, context, order);
}

/**
 * Delivers a paid order and moves it to `delivered` in one transaction. If a remote service delivers, it only moves the order to
 * `delivering` and returns `started`; the caller then calls that service. Harmless to repeat.
 */
export async function deliverOrder(
  context: OrderContext,
  orderId: OrderId,
): Promise<'delivered' | 'delivered-before' | 'not-to-deliver' | 'started'> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.isHeld) return 'not-to-deliver';
    await loadMoney(tx, orderId);
    // First records what went back meanwhile, because a partial refund reduces what is delivered.
    await followReturns(tx, context, order);
    const current = await lockOrder(tx, orderId);
    if (!isToDeliver(current.state)) return 'delivered-before';
    if (await isGoingBack(tx, orderId, await factsOf(tx, current, 'delivered'))) return 'not-to-deliver';
    const deliverer = context.deliverers[current.purpose];
    if (deliverer.where === 'remote') {
      const story = { kind: 'delivery-started', detail: { key: deliveryKey(orderId) } };
      if (current.state === 'paid') await makeMove(tx, context, current, { to: 'delivering' }, story);
      return 'started';
    }
    if (current.state === 'delivering')
      throw new Error('a remote service may have delivered this order, and none is configured any more');
    await finish(tx, context, current, await deliverer.deliver(tx, current, context.now()));
    return 'delivered';
  });
}

/** Calls the remote service. May be repeated: after a crash before its answer was recorded, or when the answer is unknown. */
export async function callDeliverer(context: OrderContext, orderId: OrderId): Promise<DeliveryAnswer> {
  const order = await requireOrder(context.db, orderId);
  const deliverer = context.deliverers[order.purpose];
  if (deliverer.where !== 'remote') return { kind: 'unknown', why: 'no remote service is configured' };
  return deliverer.deliver(order, deliveryKey(orderId));
}

const DELIVERY_REFUSED = 'delivery-refused';
const MONEY_BACK_DURING_DELIVERY = 'money-back-during-delivery';

/**
 * A refused delivery is parked like a step that keeps failing: an alert, and the next try after a pause that grows with the
 * order's age. Every refusal opens the alert again, so that an undeliverable order is not forgotten.
 */
async function refuse(tx: Tx, context: OrderContext, order: StoredOrder, code: string): Promise<void> {
  const story = { kind: 'delivery-declined', detail: { code } };
  if (order.state === 'delivering') await makeMove(tx, context, order, { to: 'paid' }, story);
  await checkSoon(tx, order.id, nextParkedCheck(context, order));
  if (await raiseOrderAlert(tx, context, order, DELIVERY_REFUSED, { code })) return;
  await reopenAlert(tx, { kind: DELIVERY_REFUSED, subject: order.id, at: context.now() });
}

/** The goods were delivered and the money went back meanwhile: only an operator can take them back from the remote service. */
async function deliverWithoutMoney(tx: Tx, context: OrderContext, order: StoredOrder): Promise<void> {
  await addToStory(tx, context, order, { kind: 'delivered-without-money', detail: {} });
  if (await raiseOrderAlert(tx, context, order, MONEY_BACK_DURING_DELIVERY, {})) return;
  await reopenAlert(tx, { kind: MONEY_BACK_DURING_DELIVERY, subject: order.id, at: context.now() });
}

/**
 * Records the answer of the remote service. `unknown` changes nothing: the next check calls again with the same key.
 * `refused` moves the order back to paid and parks it. Harmless to repeat.
 */
export async function finishDelivery(
  context: OrderContext,
  orderId: OrderId,
  answer: DeliveryAnswer,
): Promise<DeliveryAnswer['kind']> {
  if (answer.kind === 'unknown') return answer.kind;
  await inTransaction(context.db, async (tx) => {
    await followReturns(tx, context, await lockOrder(tx, orderId));
    const order = await lockOrder(tx, orderId);
    if (answer.kind === 'refused') {
      if (isToDeliver(order.state)) await refuse(tx, context, order, answer.code);
      return;
    }
    if (isToDeliver(order.state)) {
      await finish(tx, context, order, answer);
      const ended = [DELIVERY_REFUSED, MONEY_BACK_DURING_DELIVERY] as const;
      await healOrderAlerts(tx, context, order, ended, { why: 'the order is delivered' });
    } else if (order.creditedAt === null) await deliverWithoutMoney(tx, context, order);
  });
  return answer.kind;
}

/** Only makes the event: the gems themselves are credited by the ledger (`writeBooks`). */
export const deliverGems: LocalDeliverer = {
  where: 'database',
  deliver: async (_tx, { gems }) => ({ story: { kind: 'gems-credited', detail: { gems } }, alert: null }),
};
