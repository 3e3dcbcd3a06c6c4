import {
  cancelOrder,
  createCoinPay,
  joinOrders as joinOrdersCall,
  listOrders as listOrdersCall,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  readRecentOrder,
  resolveOrderRequest,
  submitAuthenticationResult,
  submitPaymentToken,
  wishRefund as wishRefundCall,
  type OrderInfo,
  type OrderStatus,
} from '@jawhara/contract';
import {
  answerOf,
  deliveryDueAt,
  payerState,
  payResultOf,
  providerOf,
  reasonOf,
  type Order,
  type OrderId,
} from '@jawhara/domain';
import { answer, refuse } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { requestIdOf, type Route } from '../http/route.ts';
import { readAnswer } from './follow-up/check-order.ts';
import { type OpenOrderDeps, resolveRequest } from './placing/open-order.ts';
import type { Payer } from './placing/order-payer.ts';
import { payOrderAgain } from './placing/pay-order-again.ts';
import { placeOrder } from './placing/place-order.ts';
import { refusePayment } from '../http/refusal.ts';
import {
  moneyOfOrder,
  isOwnOrder,
  readOwnOrder,
  readShownOrder,
  readShownOrderAndRecipient,
  readShownOrderAndSource,
  recentOwnOrder,
  triedProviders,
  type MayReadByLink,
} from './queries/read-own-order.ts';
import { joinOrders } from './placing/join-orders.ts';
import { listOrders } from './queries/list-orders.ts';
import type { StoredOrder } from './store/order.store.ts';
import { requestRefund } from './refunds/record-refund.ts';

function statusOf(order: Order): OrderStatus {
  return {
    result: payResultOf(answerOf(order)),
    state: payerState(order.state),
    creditedAt: order.creditedAt,
  };
}

function payerOf({ device, accountId, address, locale, siteUrl }: Caller): Payer {
  return { payerDevice: device, payerAccount: accountId, address, locale, siteUrl };
}

interface OrderRouteDeps extends OpenOrderDeps {
  /** The delivery limit of the legal texts; after these hours the payer may ask for a refund. */
  readonly deliveryLimitHours: number;
  /** [ORD-22] The signed link of an order's receipt. */
  readonly receiptLinkOf: (orderId: OrderId) => string;
  /** [ORD-21] The payer's mail subscription to this order; null where mail is not offered. */
  readonly mailOf: (order: StoredOrder) => Promise<OrderInfo['mail']>;
  readonly mayReadByLink: MayReadByLink;
}

export function orderRoutes(route: Route, deps: OrderRouteDeps): void {
  payingRoutes(route, deps);
  readingRoutes(route, deps);
}

function payingRoutes(route: Route, deps: OrderRouteDeps): void {
  const { context, life, waitMsMax } = deps;

  route(createCoinPay, async ({ request, caller, http }) => {
    const requestId = requestIdOf(http);
    if (requestId === null) return refuse('request-id-missing');
    const placed = await placeOrder(deps, request, { ...payerOf(caller), requestId });
    if (placed.kind === 'refused') return refusePayment(placed);
    http.providerMs = placed.answer.providerMs ?? null;
    return answer({ orderId: placed.orderId, answer: placed.answer });
  });

  // The result that the payer's browser brings back from the bank is only a reason to query the provider.
  route(submitAuthenticationResult, async ({ request, caller }) => {
    const order = await readOwnOrder(context, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const key = { idempotencyKey: `proven-${context.newId()}`, waitMsMax };
    const call = await life.call('proven', order.id, { proof: request.proof }, key);
    const now = call.kind === 'answered' ? call.answer : await readAnswer(context, order.id);
    return answer({ orderId: order.id, answer: now });
  });

  route(submitPaymentToken, async ({ request, caller }) => {
    const order = await readOwnOrder(context, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const paid = await payOrderAgain(deps, order, request, payerOf(caller));
    if (paid.kind === 'asked') return answer({ orderId: order.id, answer: paid.answer });
    const { refusal, retryAfterS } = paid;
    return refuse(refusal, retryAfterS === undefined ? {} : { retryAfterS });
  });

  route(cancelOrder, async ({ request, caller }) => {
    const order = await readOwnOrder(context, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const key = { idempotencyKey: `cancel-${context.newId()}`, waitMsMax };
    const call = await life.call('cancel', order.id, { reason: request.reason }, key);
    return call.kind === 'answered' && call.answer ? answer({}) : refuse('order-not-cancellable');
  });

  route(wishRefundCall, async ({ request, caller }) => {
    const order = await readShownOrder(deps, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const wishedAt = await requestRefund(context, order.id, deps.deliveryLimitHours);
    return wishedAt === null ? refuse('refund-not-due') : answer({ wishedAt });
  });
}

function readingRoutes(route: Route, deps: OrderRouteDeps): void {
  const { context, deliveryLimitHours, receiptLinkOf, mailOf } = deps;
  route(resolveOrderRequest, async ({ request, caller }) =>
    answer({
      orderId: await resolveRequest(context, { payerDevice: caller.device, requestId: request.requestId }),
    }),
  );

  route(readRecentOrder, async ({ request, caller }) => {
    return answer({ orderId: await recentOwnOrder(context, caller, request.withinS) });
  });

  route(listOrdersCall, async ({ request, caller }) => answer(await listOrders(context.db, caller, request)));

  route(joinOrdersCall, async ({ request, caller: { device, accountId } }) => {
    if (accountId === null) return refuse('not-signed-in');
    return answer({ joined: await joinOrders(context, { device, accountId }, request.mine) });
  });

  route(readOrderStatus, async ({ request, caller }) => {
    const shown = await readShownOrderAndSource(deps, request.orderId, caller);
    if (!shown) return refuse('order-not-found');
    const { order, sourceId } = shown;
    return answer({
      ...statusOf(order),
      sourceId,
      triedProviders: await triedProviders(context, order),
    });
  });

  route(readOrderFailure, async ({ request, caller }) => {
    const order = await readShownOrder(deps, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    const decline = { outcome: order.outcome ?? 'other', code: order.reasonCode } as const;
    return answer({ ...decline, reason: reasonOf(providerOf(order.payType), decline) });
  });

  route(readOrder, async ({ request, caller }) => {
    const shown = await readShownOrderAndRecipient(deps, request.orderId, caller);
    if (!shown) return refuse('order-not-found');
    const { order, recipient } = shown;
    const isOwn = isOwnOrder(order, caller);
    return answer({
      ...statusOf(order),
      orderId: order.id,
      purpose: order.purpose,
      payType: order.payType,
      rechargeId: order.rechargeId,
      priceUsdCents: order.priceUsdCents,
      gems: order.gems,
      bonusGems: order.bonusGems,
      recipient,
      createdAt: order.createdAt,
      challenge: isOwn ? order.challenge : null,
      money: await moneyOfOrder(context, order),
      refundWishedAt: order.refundWishedAt,
      deliveryDueAt: deliveryDueAt(order.createdAt, deliveryLimitHours),
      receiptLink: receiptLinkOf(order.id),
      mail: isOwn ? await mailOf(order) : null,
    });
  });
}
