import {
  outcomeOfFailure,
  failureOfOutcome,
  KNOWN_MONEY,
  PAYER_ORDER_STATES,
  ORDER_PURPOSES,
  parseDeclineReason,
  PROVIDER_NUMBERS,
  usdDecimal,
  type CardSourceId,
  type Challenge,
  type DeclineReason,
  type KnownMoney,
  type OrderId,
  type OrderPurpose,
  type PayerOrderState,
  type PayType,
  type ProviderNumber,
  type RechargeId,
  type Recipient,
  type RefusalOutcome,
  type UsdCents,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import {
  wireCardSourceId,
  wireCount,
  wireIgnored,
  wireOrderId,
  wirePayType,
  wireRechargeId,
  wireSource,
  wireTime,
  wireUsd,
} from '../wire-types.ts';
import { ignored, readChallenge, writeChallenge } from './order-parts.ts';
import { wireRecipient } from './recipients.ts';

const orderIdOnly = codec(
  v.pipe(
    v.object({ order_id: wireOrderId }),
    v.transform((wire) => ({ orderId: wire.order_id })),
  ),
  (request: { orderId: OrderId }) => ({ order_id: request.orderId as string }),
);

export interface OrderStatus {
  /** 0: paid; -1: undecided; 1: not paid. */
  readonly result: 0 | -1 | 1;
  readonly state: PayerOrderState;
  readonly creditedAt: Date | null;
}

/** An order's result, for the page that polls it. */
export interface OrderResult extends OrderStatus {
  /** The id of the saved card that paid; null while the order is unpaid, or if that card is not saved. */
  readonly sourceId: CardSourceId | null;
  /** Providers that gave no answer, if another one may be tried for the same order; otherwise null. */
  readonly triedProviders: readonly ProviderNumber[] | null;
}

/** A small answer, because pages poll it: whether the money and the gems have arrived. */
export const readOrderStatus = endpoint({
  name: 'readOrderStatus',
  methods: ['GET'],
  changes: false,
  path: '/api/web/pay_result_by_order_fast/',
  refusals: ['order-not-found'],
  request: codec(
    v.pipe(
      v.object({
        zp_orderid: wireOrderId,
        zp_pay_sub_type: ignored,
        zp_h5deviceid: wireIgnored,
        platform_data: ignored,
      }),
      v.transform((wire) => ({ orderId: wire.zp_orderid })),
    ),
    (request: { orderId: OrderId }) => ({ zp_orderid: request.orderId as string }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        result: v.picklist([0, -1, 1]),
        state: v.picklist(PAYER_ORDER_STATES),
        credited_at: v.nullable(wireTime),
        source_id: v.nullable(wireCardSourceId),
        tried_providers: v.nullable(v.array(v.picklist(PROVIDER_NUMBERS))),
      }),
      v.transform((wire): OrderResult => ({
        result: wire.result,
        state: wire.state,
        creditedAt: wire.credited_at,
        sourceId: wire.source_id,
        triedProviders: wire.tried_providers,
      })),
    ),
    (order: OrderResult) => ({
      result: order.result,
      state: order.state,
      credited_at: order.creditedAt?.toISOString() ?? null,
      source_id: order.sourceId as string | null,
      tried_providers: order.triedProviders && [...order.triedProviders],
    }),
  ),
});

/** Everything the result panel needs, so that an order can be shown after its page was lost. */
export interface OrderInfo extends OrderStatus {
  readonly orderId: OrderId;
  readonly purpose: OrderPurpose;
  readonly payType: PayType;
  /** Null for a fine. */
  readonly rechargeId: RechargeId | null;
  readonly priceUsdCents: UsdCents;
  readonly gems: number;
  readonly bonusGems: number;
  readonly recipient: Recipient;
  readonly createdAt: Date;
  readonly challenge: Challenge | null;
  /** The money state of the order, if it has one that may be shown; null if not, and from an older server. */
  readonly money: KnownMoney | null;
  /** When the payer asked for a refund instead of waiting; null: not asked, or an older server. */
  readonly refundWishedAt: Date | null;
  /** From when the payer may ask for a refund if the gems have not arrived; null from an older server. */
  readonly deliveryDueAt: Date | null;
  /** The part of the receipt's address after `#`; null from an older server. */
  readonly receiptLink: string | null;
  /** Mail about the order: the address, or null while none was given. `mail` itself is null where mail is not offered. */
  readonly mail: { readonly address: string | null } | null;
}

/** All facts of one order, for its owner and for a device that opened the order's mailed link. */
export const readOrder = endpoint({
  name: 'readOrder',
  methods: ['POST'],
  changes: false,
  path: '/api/web/get_order_info_by_pay2_order_id/',
  refusals: ['order-not-found'],
  request: orderIdOnly,
  answer: codec(
    v.pipe(
      v.object({
        order_id: wireOrderId,
        purpose: v.picklist(ORDER_PURPOSES),
        pay_sub_type: wirePayType,
        recharge_id: v.nullable(wireRechargeId),
        amount: wireUsd,
        coin: wireCount,
        extra_coin: wireCount,
        recipient: wireRecipient.schema,
        created_at: wireTime,
        url: v.nullable(v.string()),
        challenge_way: v.nullable(v.picklist(['frame', 'page', 'native'])),
        challenge_action: v.nullable(v.string()),
        result: v.picklist([0, -1, 1]),
        state: v.picklist(PAYER_ORDER_STATES),
        credited_at: v.nullable(wireTime),
        money: v.fallback(v.nullable(v.picklist(KNOWN_MONEY)), null),
        refund_wished_at: v.optional(v.nullable(wireTime), null),
        delivery_due_at: v.optional(v.nullable(wireTime), null),
        receipt_link: v.optional(v.nullable(v.string()), null),
        mail: v.optional(v.nullable(v.object({ address: v.nullable(v.string()) })), null),
      }),
      v.transform((wire): OrderInfo => ({
        orderId: wire.order_id,
        purpose: wire.purpose,
        payType: wire.pay_sub_type,
        rechargeId: wire.recharge_id,
        priceUsdCents: wire.amount,
        gems: wire.coin,
        bonusGems: wire.extra_coin,
        recipient: wire.recipient,
        createdAt: wire.created_at,
        challenge:
          wire.challenge_way === null
            ? null
            : readChallenge({ way: wire.challenge_way, url: wire.url, action: wire.challenge_action }),
        result: wire.result,
        state: wire.state,
        creditedAt: wire.credited_at,
        money: wire.money,
        refundWishedAt: wire.refund_wished_at,
        deliveryDueAt: wire.delivery_due_at,
        receiptLink: wire.receipt_link,
        mail: wire.mail,
      })),
    ),
    (order: OrderInfo) => ({
      order_id: order.orderId as string,
      purpose: order.purpose,
      pay_sub_type: order.payType as number,
      recharge_id: order.rechargeId as string | null,
      amount: usdDecimal(order.priceUsdCents),
      coin: order.gems,
      extra_coin: order.bonusGems,
      recipient: wireRecipient.write(order.recipient),
      created_at: order.createdAt.toISOString(),
      url: order.challenge && writeChallenge(order.challenge).url,
      challenge_way: order.challenge?.way ?? null,
      challenge_action: order.challenge && writeChallenge(order.challenge).action,
      result: order.result,
      state: order.state,
      credited_at: order.creditedAt?.toISOString() ?? null,
      money: order.money,
      refund_wished_at: order.refundWishedAt?.toISOString() ?? null,
      delivery_due_at: order.deliveryDueAt?.toISOString() ?? null,
      receipt_link: order.receiptLink,
      mail: order.mail && { address: order.mail.address },
    }),
  ),
});

export interface OrderFailure {
  readonly outcome: RefusalOutcome;
  readonly code: string | null;
  /** Null from an older server, or for a reason this page does not know. */
  readonly reason: DeclineReason | null;
}

/** Why an order was not paid. */
export const readOrderFailure = endpoint({
  name: 'readOrderFailure',
  methods: ['GET'],
  changes: false,
  path: '/api/web/get_pay_error_by_order/',
  refusals: ['order-not-found'],
  request: codec(
    v.pipe(
      v.object({ order_id: wireOrderId, source: wireSource }),
      v.transform((wire) => ({ orderId: wire.order_id })),
    ),
    (request: { orderId: OrderId }) => ({ order_id: request.orderId as string }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        fail_detail: v.nullable(v.string()),
        fail_reason: v.nullable(v.string()),
        err_code: v.nullable(v.string()),
        err_summary: v.optional(v.nullable(v.string()), null),
      }),
      v.transform((wire): OrderFailure => ({
        outcome: outcomeOfFailure({ failDetail: wire.fail_detail, errCode: wire.err_code }),
        code: wire.err_code,
        reason: parseDeclineReason(wire.err_summary),
      })),
    ),
    (failure: OrderFailure) => {
      const { failDetail, errCode } = failureOfOutcome(failure.outcome, failure.code);
      return {
        fail_detail: failDetail,
        fail_reason: failDetail,
        err_code: errCode,
        err_summary: failure.reason,
      };
    },
  ),
});
