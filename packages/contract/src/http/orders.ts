import {
  RECHARGE_REFUSALS,
  type AccountId,
  type BrowserFacts,
  type LegalVersions,
  type OrderId,
  type PayerProof,
  type PayType,
  type OrderedWith,
  type RechargeId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import {
  wireAccountId,
  wireOrderId,
  wirePayType,
  wireRechargeId,
  wireSource,
  wireTime,
} from '../wire-types.ts';
import {
  agreedFields,
  hasOneCard,
  ignored,
  paidWithFields,
  readAgreed,
  readBrowser,
  readPaidWith,
  wireOrderPlaced,
  writeAgreed,
  writePaidWith,
  writeLinkParameters,
  type OrderLinkParameters,
} from './order-parts.ts';

export interface PlaceOrder {
  readonly rechargeId: RechargeId;
  readonly recipientId: AccountId;
  readonly payType: PayType;
  readonly card: OrderedWith;
  readonly browser?: BrowserFacts;
  readonly agreed?: LegalVersions;
  /**
   * [ORD-20] Set if the payer has confirmed a repeated purchase: the newest earlier order of the same pack for the same account.
   * Older pages do not send it.
   */
  readonly repeatOf?: OrderId;
  readonly linkParameters?: OrderLinkParameters;
}

/** Creates the order and pays it. The request id header is its idempotency key. */
export const createCoinPay = endpoint({
  name: 'createCoinPay',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/order/create_coin_pay/',
  refusals: [
    ...RECHARGE_REFUSALS,
    'pack-not-found',
    'pay-type-not-offered',
    'card-not-found',
    'card-expired',
    'cvv-missing',
    'payer-restricted',
    'card-restricted',
    'request-id-missing',
    'request-id-reused',
    'repeat-purchase',
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
        ...agreedFields,
        repeat_of: v.optional(wireOrderId),
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
        ...readBrowser(wire),
        ...readAgreed(wire),
        ...(wire.repeat_of === undefined ? {} : { repeatOf: wire.repeat_of }),
      })),
    ),
    (order: PlaceOrder) => ({
      recharge_id: order.rechargeId as string,
      uid: order.recipientId as number,
      pay_type: order.payType as number,
      ...writePaidWith(order.card, order.browser),
      ...writeAgreed(order.agreed),
      ...(order.repeatOf === undefined ? {} : { repeat_of: order.repeatOf }),
      ...writeLinkParameters(order.linkParameters ?? {}),
      source: 1,
    }),
  ),
  answer: wireOrderPlaced,
});

export interface ProofOfOrder {
  readonly orderId: OrderId;
  /** Null if the bank's page returned none, or the page was reopened. */
  readonly proof: PayerProof | null;
}

const proofText = v.pipe(v.string(), v.minLength(4), v.maxLength(8_000));

const proofSchema = v.pipe(
  v.string(),
  v.maxLength(16_000),
  v.parseJson(),
  v.object({ threeDSResult: v.optional(proofText), redirectResult: v.optional(proofText) }),
  v.transform(({ threeDSResult, redirectResult }): PayerProof | null => {
    if (threeDSResult !== undefined) return { threeDsResult: threeDSResult };
    return redirectResult === undefined ? null : { redirectResult };
  }),
);

function proofWire(proof: PayerProof): string {
  return JSON.stringify(
    'threeDsResult' in proof
      ? { threeDSResult: proof.threeDsResult }
      : { redirectResult: proof.redirectResult },
  );
}

/**
 * Called when the payer is back from the bank's check. The proof that the payer brings is passed to the provider, which alone
 * decides.
 */
export const submitAuthenticationResult = endpoint({
  name: 'submitAuthenticationResult',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/order/submit_authentication_result/',
  refusals: ['order-not-found'],
  request: codec(
    v.pipe(
      v.object({ order_id: wireOrderId, platform_data: v.optional(proofSchema) }),
      v.transform((wire): ProofOfOrder => ({ orderId: wire.order_id, proof: wire.platform_data ?? null })),
    ),
    ({ orderId, proof }: ProofOfOrder) => ({
      order_id: orderId as string,
      ...(proof === null ? {} : { platform_data: proofWire(proof) }),
    }),
  ),
  answer: wireOrderPlaced,
});

/** Another card for an undecided order: the first provider gave no answer, so another one is tried. */
export interface PayOrderAgain {
  readonly orderId: OrderId;
  readonly payType: PayType;
  readonly card: OrderedWith;
  readonly browser?: BrowserFacts;
}

/**
 * Pays an undecided order with another card. At most one of an order's payments is accepted: a second one is refunded
 * automatically.
 */
export const submitPaymentToken = endpoint({
  name: 'submitPaymentToken',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/order/submit_payment_token/',
  refusals: [
    'order-not-found',
    'pay-type-not-offered',
    'card-not-found',
    'card-expired',
    'cvv-missing',
    'payer-restricted',
    'card-restricted',
    'too-many-tries',
  ],
  request: codec(
    v.pipe(
      v.object({ order_id: wireOrderId, pay_type: wirePayType, ...paidWithFields }),
      v.forward(
        v.check((wire) => hasOneCard(wire)),
        ['platform_data', 'token'],
      ),
      v.transform((wire): PayOrderAgain => ({
        orderId: wire.order_id,
        payType: wire.pay_type,
        card: readPaidWith(wire),
        ...readBrowser(wire),
      })),
    ),
    (again: PayOrderAgain) => ({
      order_id: again.orderId as string,
      pay_type: again.payType as number,
      ...writePaidWith(again.card, again.browser),
    }),
  ),
  answer: wireOrderPlaced,
});

/** The payer cancels the order. Refused once the money has arrived. */
export const cancelOrder = endpoint({
  name: 'cancelOrder',
  methods: ['POST'],
  changes: true,
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

/**
 * Not part of the specification: the payer of a paid order that is overdue asks for a refund. An operator decides.
 * Repeated, it returns the time of the first request; refused while nothing is owed.
 */
export const wishRefund = endpoint({
  name: 'wishRefund',
  methods: ['POST'],
  changes: true,
  path: '/api/order/wish_refund/',
  refusals: ['order-not-found', 'refund-not-due'],
  request: codec(
    v.pipe(
      v.object({ order_id: wireOrderId }),
      v.transform((wire) => ({ orderId: wire.order_id })),
    ),
    (request: { orderId: OrderId }) => ({ order_id: request.orderId as string }),
  ),
  answer: codec(
    v.pipe(
      v.object({ wished_at: wireTime }),
      v.transform((wire) => ({ wishedAt: wire.wished_at })),
    ),
    ({ wishedAt }: { readonly wishedAt: Date }) => ({ wished_at: wishedAt.toISOString() }),
  ),
});
