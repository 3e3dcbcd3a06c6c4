import {
  cancelOrder,
  createCoinPay,
  parse,
  preferredMethod,
  readOrder,
  readOrderStatus,
  refusalOfResult,
  REQUEST_ID_HEADER,
  resultOf,
  submitAuthenticationResult,
  submitPaymentToken,
  type Endpoint,
  type OrderInfo,
  type OrderPlaced,
  type OrderResult,
  type WireObject,
} from '@jawhara/contract';
import {
  accountId,
  cardPayTypeOf,
  type BrowserFacts,
  type CardProvider,
  type OrderId,
  type PayerProof,
  type PayWith,
  type RechargeId,
} from '@jawhara/domain';
import { developmentCookieHeader } from '../tools/stack/development-device.ts';
import type { PlannedOrder } from './plan-orders.ts';

/** What a browser can make of a call: an answer, a refusal in words, or nothing it can rely on. */
export type Reply<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'refused'; readonly refusal: string }
  | { readonly kind: 'away' };

const CALL_TIMEOUT_MS = 30_000;

const BROWSER: BrowserFacts = {
  acceptHeader: '*/*',
  colorDepth: 24,
  isJavaEnabled: false,
  language: 'ar',
  screenHeight: 640,
  screenWidth: 360,
  timeZoneOffsetMinutes: -180,
  userAgent: 'Mozilla/5.0 (chaos)',
};

/** What every payer says who cancels: the order's story repeats it. */
export const CANCEL_REASON = 'changed my mind';

export interface ShopClient {
  buy(order: PlannedOrder, requestId: string, card: PayWith): Promise<Reply<OrderPlaced>>;
  /** The same order through another provider, because the first one does not answer. */
  payAgain(
    order: PlannedOrder,
    orderId: OrderId,
    provider: CardProvider,
    card: PayWith,
  ): Promise<Reply<OrderPlaced>>;
  proven(order: PlannedOrder, orderId: OrderId, proof: PayerProof | null): Promise<Reply<OrderPlaced>>;
  cancel(order: PlannedOrder, orderId: OrderId): Promise<Reply<object>>;
  status(order: PlannedOrder, orderId: OrderId): Promise<Reply<OrderResult>>;
  order(order: PlannedOrder, orderId: OrderId): Promise<Reply<OrderInfo>>;
}

export function shopClient(apiUrl: string): ShopClient {
  async function call<Request, Value>(
    endpoint: Endpoint<Request, Value>,
    request: Request,
    device: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply<Value>> {
    const isPost = preferredMethod(endpoint.methods) === 'POST';
    const wire = endpoint.request.write(request);
    try {
      const answer = await fetch(`${apiUrl}${endpoint.path}${isPost ? '' : queryOf(wire)}`, {
        method: isPost ? 'POST' : 'GET',
        headers: {
          cookie: developmentCookieHeader(device),
          ...(isPost && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(isPost && { body: JSON.stringify(wire) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      return replyOf(endpoint, (await answer.json()) as { result?: number; data?: unknown });
    } catch {
      return { kind: 'away' };
    }
  }

  return {
    buy: (order, requestId, card) =>
      call(
        createCoinPay,
        {
          rechargeId: order.rechargeId as RechargeId,
          recipientId: accountId(order.recipientId),
          payType: cardPayTypeOf(order.provider),
          card,
          browser: BROWSER,
        },
        order.device,
        { [REQUEST_ID_HEADER]: requestId },
      ),
    payAgain: (order, orderId, provider, card) =>
      call(
        submitPaymentToken,
        { orderId, payType: cardPayTypeOf(provider), card, browser: BROWSER },
        order.device,
      ),
    proven: (order, orderId, proof) => call(submitAuthenticationResult, { orderId, proof }, order.device),
    cancel: (order, orderId) => call(cancelOrder, { orderId, reason: CANCEL_REASON }, order.device),
    status: (order, orderId) => call(readOrderStatus, { orderId }, order.device),
    order: (order, orderId) => call(readOrder, { orderId }, order.device),
  };
}

/** Every reading call is made of plain words and numbers. */
function queryOf(wire: WireObject): string {
  return `?${new URLSearchParams(wire as Record<string, string>).toString()}`;
}

function replyOf<Request, Value>(
  endpoint: Endpoint<Request, Value>,
  envelope: { result?: number; code?: number; data?: unknown },
): Reply<Value> {
  const result = resultOf(envelope);
  if (result !== 0) {
    const refusal = refusalOfResult(result);
    // A fault says nothing about the order: the browser asks again.
    return refusal === null ? { kind: 'away' } : { kind: 'refused', refusal };
  }
  const parsed = parse(endpoint.answer, envelope.data);
  if (parsed.kind === 'malformed') throw new Error(`${endpoint.name} answered something malformed`);
  return { kind: 'answered', value: parsed.value };
}
