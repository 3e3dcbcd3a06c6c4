import {
  cancelOrder,
  createCoinPay,
  listGemPacks,
  openWalletSession,
  parse,
  preferredMethod,
  readOrder,
  readOrderStatus,
  refusalOfResult,
  REQUEST_ID_HEADER,
  resultOf,
  submitAuthenticationResult,
  submitPaymentToken,
  subscribeToMail,
  verifyWalletPay,
  type Endpoint,
  type OrderInfo,
  type OrderPlaced,
  type OrderResult,
  type RechargeList,
  type WalletPaid,
  type WireObject,
} from '@jawhara/contract';
import {
  accountId,
  cardPayTypeOf,
  MAIL_CONSENTS,
  type BrowserFacts,
  type CardProvider,
  type MailAddress,
  type OrderId,
  type PayerProof,
  type OrderedWith,
  type RechargeId,
  type WalletToken,
} from '@jawhara/domain';
import { ANY_REPEAT } from '../tools/test/any-repeat.ts';
import { developmentCookieHeader } from '../tools/stack/development-device.ts';
import { payTypeAt } from './every-provider.ts';
import type { PlannedOrder } from './plan-orders.ts';

/** The outcome of a call for a browser: an answer, a refusal, or no usable response. */
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

/** The reason that every cancelling payer gives; the order's events repeat it. */
export const CANCEL_REASON = 'changed my mind';

export interface ShopClient {
  buy(order: PlannedOrder, requestId: string, card: OrderedWith): Promise<Reply<OrderPlaced>>;
  /** Requests a merchant session for the wallet's sheet of this order. */
  openSheet(order: PlannedOrder, orderId: OrderId, domain: string): Promise<Reply<object>>;
  /** Sends the token after the payer's consent in the sheet. */
  agree(order: PlannedOrder, orderId: OrderId, token: WalletToken): Promise<Reply<WalletPaid>>;
  /** Pays the same order through another provider, because the first does not respond. */
  payAgain(
    order: PlannedOrder,
    orderId: OrderId,
    provider: CardProvider,
    card: OrderedWith,
  ): Promise<Reply<OrderPlaced>>;
  proven(order: PlannedOrder, orderId: OrderId, proof: PayerProof | null): Promise<Reply<OrderPlaced>>;
  /** Sends the payer's address and consent to mail about this order. */
  giveAddress(order: PlannedOrder, orderId: OrderId, address: string): Promise<Reply<object>>;
  cancel(order: PlannedOrder, orderId: OrderId): Promise<Reply<object>>;
  status(order: PlannedOrder, orderId: OrderId): Promise<Reply<OrderResult>>;
  order(order: PlannedOrder, orderId: OrderId): Promise<Reply<OrderInfo>>;
  /** The pack list, which every visitor reads. */
  packs(device: string): Promise<Reply<RechargeList>>;
}

/** The response to a call; status and result are null where none came. */
export interface ObservedCall {
  readonly path: string;
  readonly status: number | null;
  /** Null if the response was not our own envelope. */
  readonly result: number | null;
}

export function shopClient(
  apiUrl: string,
  hear: (observedCall: ObservedCall) => void = () => undefined,
): ShopClient {
  async function call<Request, Value>(
    endpoint: Endpoint<Request, Value>,
    request: Request,
    device: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply<Value>> {
    const isPost = preferredMethod(endpoint.methods) === 'POST';
    const wire = endpoint.request.write(request);
    const observedCall = {
      path: endpoint.path,
      status: null as number | null,
      result: null as number | null,
    };
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
      observedCall.status = answer.status;
      const envelope = (await answer.json()) as { result?: number; data?: unknown };
      observedCall.result = envelope.result ?? null;
      return replyOf(endpoint, envelope);
    } catch {
      return { kind: 'away' };
    } finally {
      hear(observedCall);
    }
  }

  return {
    buy: (order, requestId, card) =>
      call(
        createCoinPay,
        {
          rechargeId: order.rechargeId as RechargeId,
          recipientId: accountId(order.recipientId),
          payType: payTypeAt(order.provider),
          card,
          browser: BROWSER,
          repeatOf: ANY_REPEAT,
        },
        order.device,
        { [REQUEST_ID_HEADER]: requestId },
      ),
    openSheet: (order, orderId, domain) => call(openWalletSession, { orderId, domain }, order.device),
    agree: (order, orderId, token) => call(verifyWalletPay, { orderId, ...token }, order.device),
    payAgain: (order, orderId, provider, card) =>
      call(
        submitPaymentToken,
        { orderId, payType: cardPayTypeOf(provider), card, browser: BROWSER },
        order.device,
      ),
    proven: (order, orderId, proof) => call(submitAuthenticationResult, { orderId, proof }, order.device),
    giveAddress: (order, orderId, address) =>
      call(
        subscribeToMail,
        { orderId, address: address as MailAddress, consent: MAIL_CONSENTS[1] },
        order.device,
        { 'accept-language': 'en' },
      ),
    cancel: (order, orderId) => call(cancelOrder, { orderId, reason: CANCEL_REASON }, order.device),
    status: (order, orderId) => call(readOrderStatus, { orderId }, order.device),
    order: (order, orderId) => call(readOrder, { orderId }, order.device),
    packs: (device) => call(listGemPacks, { recipientId: null }, device),
  };
}

/** The query string of a reading call, whose parameters are only texts and numbers. */
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
    // The answer is a fault of the server, not a refusal. It says nothing about the order, so the browser repeats the call.
    return refusal === null ? { kind: 'away' } : { kind: 'refused', refusal };
  }
  const parsed = parse(endpoint.answer, envelope.data);
  if (parsed.kind === 'malformed') throw new Error(`${endpoint.name} answered something malformed`);
  return { kind: 'answered', value: parsed.value };
}
