import {
  cancelOrder,
  createCoinPay,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  REQUEST_ID_HEADER,
  submitAuthenticationResult,
} from '@jawhara/contract';
import { answerOf, payResultOf, recipientOf, type OrderId } from '@jawhara/domain';
import { accountById } from '../accounts/account.store.ts';
import { answer, refuse } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route } from '../http/route.ts';
import { readAnswer } from './look-at-order.ts';
import { orderById, type StoredOrder } from './order.store.ts';
import { placeOrder, type PlaceOrderDeps } from './place-order.ts';

const REQUEST_ID = /^[A-Za-z0-9-]{16,64}$/;

export function orderRoutes(route: Route, deps: PlaceOrderDeps): void {
  const { context, life } = deps;

  /** An order is shown to the device that made it and to nobody else; a foreign one does not exist. */
  async function ownOrder(id: OrderId, caller: Caller): Promise<StoredOrder | null> {
    const order = await orderById(context.db, id);
    return order?.payerDevice === caller.device ? order : null;
  }

  route(createCoinPay, async ({ request, caller, http }) => {
    const requestId = http.headers[REQUEST_ID_HEADER];
    if (typeof requestId !== 'string' || !REQUEST_ID.test(requestId)) return refuse('request-id-missing');
    const placed = await placeOrder(deps, request, { payerDevice: caller.device, requestId });
    if (placed.kind === 'refused') return refuse(placed.refusal);
    return answer({ orderId: placed.orderId, answer: placed.answer });
  });

  route(submitAuthenticationResult, async ({ request, caller }) => {
    const order = await ownOrder(request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const call = await life.call('proven', order.id, null, {
      idempotencyKey: `proven-${context.newId()}`,
      waitMsMax: deps.waitMsMax,
    });
    const now = call.kind === 'answered' ? call.answer : await readAnswer(context, order.id);
    return answer({ orderId: order.id, answer: now });
  });

  route(readOrderStatus, async ({ request, caller }) => {
    const order = await ownOrder(request.orderId, caller);
    if (!order) return refuse('order-not-found');
    return answer({ result: payResultOf(answerOf(order)), state: order.state, creditedAt: order.creditedAt });
  });

  route(readOrder, async ({ request, caller }) => {
    const order = await ownOrder(request.orderId, caller);
    const account = order && (await accountById(context.db, order.recipientId));
    if (!order || !account) return refuse('order-not-found');
    return answer({
      orderId: order.id,
      payType: order.payType,
      rechargeId: order.rechargeId,
      priceUsdCents: order.priceUsdCents,
      gems: order.gems,
      bonusGems: order.bonusGems,
      recipient: recipientOf(account),
      createdAt: order.createdAt,
      challengeUrl: order.challengeUrl,
      result: payResultOf(answerOf(order)),
      state: order.state,
      creditedAt: order.creditedAt,
    });
  });

  route(readOrderFailure, async ({ request, caller }) => {
    const order = await ownOrder(request.orderId, caller);
    if (!order) return refuse('order-not-found');
    return answer({ outcome: order.outcome ?? 'other', code: order.reasonCode });
  });

  route(cancelOrder, async ({ request, caller }) => {
    const order = await ownOrder(request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const call = await life.call(
      'cancel',
      order.id,
      { reason: request.reason },
      { idempotencyKey: `cancel-${context.newId()}`, waitMsMax: deps.waitMsMax },
    );
    return call.kind === 'answered' && call.answer ? answer({}) : refuse('order-not-cancellable');
  });
}
