import {
  outcomeOfFailure,
  failureOfOutcome,
  usdDecimal,
  type AccountId,
  type OrderId,
  type OrderState,
  type PayAnswer,
  type PayType,
  type RechargeId,
  type Recipient,
  type RefusalOutcome,
  type UsdCents,
  ORDER_MOVES,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import {
  wireAccountId,
  wireCount,
  wireOrderId,
  wirePayType,
  wireRechargeId,
  wireSource,
  wireTime,
  wireUsd,
} from '../wire-types.ts';
import { wireRecipient } from './recipients.ts';

/** A one-time token of the provider's hosted fields: the only thing of a card that ever reaches us. */
export interface CardToken {
  readonly token: string;
}

const cardTokenSchema = v.object({ token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,200}$/)) });

const jsonText = v.pipe(v.string(), v.maxLength(8_000), v.parseJson());

export interface PlaceOrder {
  readonly rechargeId: RechargeId;
  readonly recipientId: AccountId;
  readonly payType: PayType;
  readonly card: CardToken;
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

/** Creates the order and tries to pay it. The request id header is its idempotency key. */
export const createCoinPay = endpoint({
  name: 'createCoinPay',
  methods: ['GET', 'POST'],
  path: '/api/order/create_coin_pay/',
  request: codec(
    v.pipe(
      v.object({
        recharge_id: wireRechargeId,
        uid: wireAccountId,
        pay_type: wirePayType,
        platform_data: v.pipe(jsonText, cardTokenSchema),
        source: wireSource,
      }),
      v.transform((wire): PlaceOrder => ({
        rechargeId: wire.recharge_id,
        recipientId: wire.uid,
        payType: wire.pay_type,
        card: wire.platform_data,
      })),
    ),
    (order: PlaceOrder) => ({
      recharge_id: order.rechargeId as string,
      uid: order.recipientId as number,
      pay_type: order.payType as number,
      platform_data: JSON.stringify(order.card),
      source: 1,
    }),
  ),
  answer: wireOrderPlaced,
});

const orderIdOnly = codec(
  v.pipe(
    v.object({ order_id: wireOrderId }),
    v.transform((wire) => ({ orderId: wire.order_id })),
  ),
  (request: { orderId: OrderId }) => ({ order_id: request.orderId as string }),
);

/** The payer is back from the bank: ask the provider what it says. */
export const submitAuthenticationResult = endpoint({
  name: 'submitAuthenticationResult',
  methods: ['GET', 'POST'],
  path: '/api/order/submit_authentication_result/',
  request: orderIdOnly,
  answer: wireOrderPlaced,
});

export interface OrderStatus {
  /** 0 paid, -1 not decided yet, 1 not paid. */
  readonly result: 0 | -1 | 1;
  readonly state: OrderState;
  readonly creditedAt: Date | null;
}

const orderStates = Object.keys(ORDER_MOVES) as [OrderState, ...OrderState[]];

/** Small and polled: has the money come, have the gems arrived? */
export const readOrderStatus = endpoint({
  name: 'readOrderStatus',
  methods: ['GET'],
  path: '/api/web/pay_result_by_order_fast/',
  request: codec(
    v.pipe(
      v.object({ zp_orderid: wireOrderId }),
      v.transform((wire) => ({ orderId: wire.zp_orderid })),
    ),
    (request: { orderId: OrderId }) => ({ zp_orderid: request.orderId as string }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        result: v.picklist([0, -1, 1]),
        state: v.picklist(orderStates),
        credited_at: v.nullable(wireTime),
      }),
      v.transform((wire): OrderStatus => ({
        result: wire.result,
        state: wire.state,
        creditedAt: wire.credited_at,
      })),
    ),
    (status: OrderStatus) => ({
      result: status.result,
      state: status.state,
      credited_at: status.creditedAt?.toISOString() ?? null,
    }),
  ),
});

/** Everything the result panel needs, so that a page that died can be opened again anywhere. */
export interface OrderInfo extends OrderStatus {
  readonly orderId: OrderId;
  readonly payType: PayType;
  readonly rechargeId: RechargeId;
  readonly priceUsdCents: UsdCents;
  readonly gems: number;
  readonly bonusGems: number;
  readonly recipient: Recipient;
  readonly createdAt: Date;
  readonly challengeUrl: string | null;
}

/** The full story of one order of this device. */
export const readOrder = endpoint({
  name: 'readOrder',
  methods: ['POST'],
  path: '/api/web/get_order_info_by_pay2_order_id/',
  request: orderIdOnly,
  answer: codec(
    v.pipe(
      v.object({
        order_id: wireOrderId,
        pay_sub_type: wirePayType,
        recharge_id: wireRechargeId,
        amount: wireUsd,
        coin: wireCount,
        extra_coin: wireCount,
        recipient: wireRecipient.schema,
        created_at: wireTime,
        url: v.nullable(v.string()),
        result: v.picklist([0, -1, 1]),
        state: v.picklist(orderStates),
        credited_at: v.nullable(wireTime),
      }),
      v.transform((wire): OrderInfo => ({
        orderId: wire.order_id,
        payType: wire.pay_sub_type,
        rechargeId: wire.recharge_id,
        priceUsdCents: wire.amount,
        gems: wire.coin,
        bonusGems: wire.extra_coin,
        recipient: wire.recipient,
        createdAt: wire.created_at,
        challengeUrl: wire.url,
        result: wire.result,
        state: wire.state,
        creditedAt: wire.credited_at,
      })),
    ),
    (order: OrderInfo) => ({
      order_id: order.orderId as string,
      pay_sub_type: order.payType as number,
      recharge_id: order.rechargeId as string,
      amount: usdDecimal(order.priceUsdCents),
      coin: order.gems,
      extra_coin: order.bonusGems,
      recipient: wireRecipient.write(order.recipient),
      created_at: order.createdAt.toISOString(),
      url: order.challengeUrl,
      result: order.result,
      state: order.state,
      credited_at: order.creditedAt?.toISOString() ?? null,
    }),
  ),
});

export interface OrderFailure {
  readonly outcome: RefusalOutcome;
  readonly code: string | null;
}

/** Why an order was not paid. */
export const readOrderFailure = endpoint({
  name: 'readOrderFailure',
  methods: ['GET'],
  path: '/api/web/get_pay_error_by_order/',
  request: orderIdOnly,
  answer: codec(
    v.pipe(
      v.object({
        fail_detail: v.nullable(v.string()),
        fail_reason: v.nullable(v.string()),
        err_code: v.nullable(v.string()),
      }),
      v.transform((wire): OrderFailure => ({
        outcome: outcomeOfFailure({ failDetail: wire.fail_detail, errCode: wire.err_code }),
        code: wire.err_code,
      })),
    ),
    (failure: OrderFailure) => {
      const { failDetail, errCode } = failureOfOutcome(failure.outcome, failure.code);
      return { fail_detail: failDetail, fail_reason: failDetail, err_code: errCode };
    },
  ),
});

/** The payer gave up. Refused once the money has come. */
export const cancelOrder = endpoint({
  name: 'cancelOrder',
  methods: ['POST'],
  path: '/api/order/click_cancel/',
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
