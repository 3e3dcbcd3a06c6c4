import {
  ORDER_PURPOSES,
  RECEIPT_STATES,
  usdDecimal,
  type OrderPurpose,
  type ReceiptState,
  type UsdCents,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireCount, wireTime, wireUsd } from '../wire-types.ts';

/** The part of an order that anybody with its link may see: no personal data. */
export interface Receipt {
  readonly orderNumber: string;
  readonly purpose: OrderPurpose;
  readonly gems: number;
  readonly bonusGems: number;
  readonly priceUsdCents: UsdCents;
  readonly createdAt: Date;
  readonly state: ReceiptState;
  /** The amount refunded so far, and the time of the last refund; null: none. */
  readonly refunded: { readonly usdCents: UsdCents; readonly at: Date } | null;
  /** When the state was read. */
  readonly readAt: Date;
}

/** [ORD-22] The receipt of a signed link. POST, so that the link is in no access log. */
export const readReceipt = endpoint({
  name: 'readReceipt',
  methods: ['POST'],
  changes: false,
  path: '/api/order/receipt/',
  refusals: ['receipt-link-invalid'],
  request: codec(
    v.pipe(
      v.object({ link: v.pipe(v.string(), v.maxLength(200)) }),
      v.transform(({ link }) => ({ link })),
    ),
    ({ link }: { link: string }) => ({ link }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        order_number: v.string(),
        purpose: v.picklist(ORDER_PURPOSES),
        coin: wireCount,
        extra_coin: wireCount,
        amount: wireUsd,
        created_at: wireTime,
        state: v.picklist(RECEIPT_STATES),
        refunded_amount: v.nullable(wireUsd),
        refunded_at: v.nullable(wireTime),
        read_at: wireTime,
      }),
      v.transform((wire): Receipt => ({
        orderNumber: wire.order_number,
        purpose: wire.purpose,
        gems: wire.coin,
        bonusGems: wire.extra_coin,
        priceUsdCents: wire.amount,
        createdAt: wire.created_at,
        state: wire.state,
        refunded:
          wire.refunded_amount === null || wire.refunded_at === null
            ? null
            : { usdCents: wire.refunded_amount, at: wire.refunded_at },
        readAt: wire.read_at,
      })),
    ),
    (receipt: Receipt) => ({
      order_number: receipt.orderNumber,
      purpose: receipt.purpose,
      coin: receipt.gems,
      extra_coin: receipt.bonusGems,
      amount: usdDecimal(receipt.priceUsdCents),
      created_at: receipt.createdAt.toISOString(),
      state: receipt.state,
      refunded_amount: receipt.refunded && usdDecimal(receipt.refunded.usdCents),
      refunded_at: receipt.refunded?.at.toISOString() ?? null,
      read_at: receipt.readAt.toISOString(),
    }),
  ),
});
