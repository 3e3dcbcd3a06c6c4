import {
  RECHARGE_REFUSALS,
  type AccountId,
  type OrderId,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import { wireAccountId, wireOrderId, wirePayType, wireRechargeId, wireSource } from '../wire-types.ts';
import {
  hasOneCard,
  ignored,
  paidWithFields,
  readPaidWith,
  wireOrderPlaced,
  writePaidWith,
  type PaidWith,
} from './order-parts.ts';

export interface PlaceOrder {
  readonly rechargeId: RechargeId;
  readonly recipientId: AccountId;
  readonly payType: PayType;
  readonly card: PaidWith;
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
        ...paidWithFields,
        source: wireSource,
        ext: ignored,
        mock: ignored,
        uuid: ignored,
      }),
      v.forward(
        v.check((wire) => hasOneCard(wire)),
        ['platform_data', 'token'],
      ),
      v.transform((wire): PlaceOrder => ({
        rechargeId: wire.recharge_id,
        recipientId: wire.uid,
        payType: wire.pay_type,
        card: readPaidWith(wire),
      })),
    ),
    (order: PlaceOrder) => ({
      recharge_id: order.rechargeId as string,
      uid: order.recipientId as number,
      pay_type: order.payType as number,
      ...writePaidWith(order.card),
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
