import {
  RECHARGE_REFUSALS,
  type AccountId,
  type CardSourceId,
  type OrderId,
  type PayAnswer,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import {
  wireAccountId,
  wireCardSourceId,
  wireOrderId,
  wirePayType,
  wireRechargeId,
  wireSource,
} from '../wire-types.ts';

/** A one-time token of the provider's hosted fields: the only thing of a card that ever reaches us. */
export interface CardToken {
  readonly token: string;
}

/** A card of the payer's that the provider keeps, with a one-time token of its CVV where it was asked for. */
export interface SavedCardUse {
  readonly sourceId: CardSourceId;
  readonly cvvToken: string | null;
}

// Longer than any CVV: the digits themselves are no token.
const oneTimeToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,200}$/));

const jsonText = v.pipe(v.string(), v.maxLength(8_000), v.parseJson());

/** Accepted as the specification has it, and used for nothing. */
const ignored = v.optional(v.union([v.pipe(v.string(), v.maxLength(8_000)), v.number(), v.boolean()]));

export interface PlaceOrder {
  readonly rechargeId: RechargeId;
  readonly recipientId: AccountId;
  readonly payType: PayType;
  readonly card: CardToken | SavedCardUse;
}

export interface OrderPlaced {
  readonly orderId: OrderId;
  readonly answer: PayAnswer;
}

const payStatusSchema = v.object({
  status: v.picklist(['paid', 'challenge', 'pending', 'refused']),
  outcome: v.optional(v.picklist(['balance', 'expire', 'verify', 'high-risk', 'other'])),
});

const orderPlacedSchema = v.pipe(
  v.object({
    order_id: wireOrderId,
    url: v.nullable(v.string()),
    platform_data: v.pipe(jsonText, payStatusSchema),
  }),
  // A challenge that leads nowhere would leave the payer before an empty frame.
  v.forward(
    v.check((wire) => wire.platform_data.status !== 'challenge' || Boolean(wire.url)),
    ['url'],
  ),
  v.transform((wire): OrderPlaced => {
    const { status, outcome } = wire.platform_data;
    if (status === 'challenge')
      return { orderId: wire.order_id, answer: { kind: 'challenge', url: wire.url ?? '' } };
    if (status === 'refused')
      return { orderId: wire.order_id, answer: { kind: 'refused', outcome: outcome ?? 'other' } };
    return { orderId: wire.order_id, answer: { kind: status } };
  }),
);

const wireOrderPlaced = codec(orderPlacedSchema, (placed: OrderPlaced) => ({
  order_id: placed.orderId as string,
  url: placed.answer.kind === 'challenge' ? placed.answer.url : null,
  platform_data: JSON.stringify({
    status: placed.answer.kind,
    ...(placed.answer.kind === 'refused' ? { outcome: placed.answer.outcome } : {}),
  }),
}));

const payDataSchema = v.object({ token: v.optional(oneTimeToken), cvv_token: v.optional(oneTimeToken) });

function cardOf(sourceId: CardSourceId | undefined, data: v.InferOutput<typeof payDataSchema>) {
  return sourceId === undefined
    ? { token: data.token ?? '' }
    : { sourceId, cvvToken: data.cvv_token ?? null };
}

function payDataOf(card: PlaceOrder['card']): string {
  if ('token' in card) return JSON.stringify({ token: card.token });
  return JSON.stringify(card.cvvToken === null ? {} : { cvv_token: card.cvvToken });
}

/** Creates the order and tries to pay it. The request id header is its idempotency key. */
export const createCoinPay = endpoint({
  name: 'createCoinPay',
  methods: ['GET', 'POST'],
  path: '/api/order/create_coin_pay/',
  refusals: [
    ...RECHARGE_REFUSALS,
    'pack-not-found',
    'pay-type-not-offered',
    'card-not-found',
    'request-id-missing',
    'request-id-reused',
    'payments-paused',
    'too-many-tries',
  ],
  request: codec(
    v.pipe(
      v.object({
        recharge_id: wireRechargeId,
        uid: wireAccountId,
        pay_type: wirePayType,
        platform_data: v.pipe(jsonText, payDataSchema),
        source_id: v.optional(wireCardSourceId),
        source: wireSource,
        ext: ignored,
        mock: ignored,
        uuid: ignored,
      }),
      // One card: the one typed just now, or a saved one.
      v.forward(
        v.check((wire) => (wire.platform_data.token === undefined) !== (wire.source_id === undefined)),
        ['platform_data', 'token'],
      ),
      v.transform((wire): PlaceOrder => ({
        rechargeId: wire.recharge_id,
        recipientId: wire.uid,
        payType: wire.pay_type,
        card: cardOf(wire.source_id, wire.platform_data),
      })),
    ),
    (order: PlaceOrder) => ({
      recharge_id: order.rechargeId as string,
      uid: order.recipientId as number,
      pay_type: order.payType as number,
      platform_data: payDataOf(order.card),
      ...('sourceId' in order.card ? { source_id: order.card.sourceId } : {}),
      source: 1,
    }),
  ),
  answer: wireOrderPlaced,
});

/** `platform_data` is the payer's word for it: a reason to ask the provider, who alone decides. */
const orderIdWithProof = codec(
  v.pipe(
    v.object({ order_id: wireOrderId, platform_data: ignored }),
    v.transform((wire) => ({ orderId: wire.order_id })),
  ),
  (request: { orderId: OrderId }) => ({ order_id: request.orderId as string }),
);

/** The payer is back from the bank: ask the provider what it says. */
export const submitAuthenticationResult = endpoint({
  name: 'submitAuthenticationResult',
  methods: ['GET', 'POST'],
  path: '/api/order/submit_authentication_result/',
  refusals: ['order-not-found'],
  request: orderIdWithProof,
  answer: wireOrderPlaced,
});

/** The payer's browser has handed the provider what it was asked for: the same question. */
export const submitPaymentToken = endpoint({
  name: 'submitPaymentToken',
  methods: ['GET', 'POST'],
  path: '/api/order/submit_payment_token/',
  refusals: ['order-not-found'],
  request: orderIdWithProof,
  answer: wireOrderPlaced,
});

/** The payer gave up. Refused once the money has come. */
export const cancelOrder = endpoint({
  name: 'cancelOrder',
  methods: ['POST'],
  path: '/api/order/click_cancel/',
  refusals: ['order-not-found', 'order-not-cancellable'],
  request: codec(
    v.pipe(
      v.object({ app_order: wireOrderId, reason: v.optional(v.pipe(v.string(), v.maxLength(100)), '') }),
      v.transform((wire) => ({ orderId: wire.app_order, reason: wire.reason })),
    ),
    (request: { orderId: OrderId; reason: string }) => ({
      app_order: request.orderId as string,
      reason: request.reason,
    }),
  ),
  answer: codec(v.object({}), () => ({})),
});
