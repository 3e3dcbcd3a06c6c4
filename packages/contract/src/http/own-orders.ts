import {
  EARLIER_ORDERS_MAX,
  ORDER_GROUPS,
  ORDER_PURPOSES,
  PAYER_ORDER_STATES,
  usdDecimal,
  type OrderGroup,
  type OrderId,
  type OrderPurpose,
  type PayerOrderState,
  type PayType,
  type Recipient,
  type UsdCents,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireCount, wireOrderId, wirePayType, wireTime, wireUsd } from '../wire-types.ts';
import { wireRecipient } from './recipients.ts';

/** An order as a list shows it. */
export interface OrderRow {
  readonly orderId: OrderId;
  readonly purpose: OrderPurpose;
  readonly payType: PayType;
  readonly priceUsdCents: UsdCents;
  readonly gems: number;
  readonly recipient: Recipient;
  readonly createdAt: Date;
  readonly state: PayerOrderState;
}

export const orderRowSchema = v.pipe(
  v.object({
    order_id: wireOrderId,
    purpose: v.picklist(ORDER_PURPOSES),
    pay_sub_type: wirePayType,
    amount: wireUsd,
    coin: wireCount,
    recipient: wireRecipient.schema,
    created_at: wireTime,
    state: v.picklist(PAYER_ORDER_STATES),
  }),
  v.transform((wire): OrderRow => ({
    orderId: wire.order_id,
    purpose: wire.purpose,
    payType: wire.pay_sub_type,
    priceUsdCents: wire.amount,
    gems: wire.coin,
    recipient: wire.recipient,
    createdAt: wire.created_at,
    state: wire.state,
  })),
);

export const writeOrderRow = (row: OrderRow) => ({
  order_id: row.orderId as string,
  purpose: row.purpose,
  pay_sub_type: row.payType as number,
  amount: usdDecimal(row.priceUsdCents),
  coin: row.gems,
  recipient: wireRecipient.write(row.recipient),
  created_at: row.createdAt.toISOString(),
  state: row.state,
});

/** Which orders to list. A field that is null does not filter. */
export interface OrderQuery {
  readonly group: OrderGroup | null;
  /** A part of the order number, as typed. */
  readonly number: string | null;
  /** The last order of the previous page: older orders follow. */
  readonly before: OrderId | null;
}

export interface OwnOrders {
  /** Whose orders these are: those of the signed-in account from all its devices, or else those of this device. */
  readonly of: 'account' | 'device';
  /** Newest first. */
  readonly orders: readonly OrderRow[];
  readonly hasOlder: boolean;
  /** Orders placed on this device before the sign-in whose owner is not known yet. Only on the first page of the list. */
  readonly earlier: readonly OrderRow[];
}

/** Not part of the specification: the list "my orders". */
export const listOrders = endpoint({
  name: 'listOrders',
  methods: ['GET'],
  changes: false,
  path: '/api/order/list/',
  request: codec(
    v.pipe(
      v.object({
        group: v.optional(v.picklist(ORDER_GROUPS)),
        number: v.optional(v.pipe(v.string(), v.maxLength(40))),
        before: v.optional(wireOrderId),
      }),
      v.transform((wire): OrderQuery => ({
        group: wire.group ?? null,
        number: wire.number ?? null,
        before: wire.before ?? null,
      })),
    ),
    ({ group, number, before }: OrderQuery) => ({
      ...(group === null ? {} : { group }),
      ...(number === null ? {} : { number }),
      ...(before === null ? {} : { before }),
    }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        of: v.picklist(['account', 'device']),
        orders: v.array(orderRowSchema),
        has_older: v.boolean(),
        earlier: v.array(orderRowSchema),
      }),
      v.transform((wire): OwnOrders => ({
        of: wire.of,
        orders: wire.orders,
        hasOlder: wire.has_older,
        earlier: wire.earlier,
      })),
    ),
    (own: OwnOrders) => ({
      of: own.of,
      orders: own.orders.map(writeOrderRow),
      has_older: own.hasOlder,
      earlier: own.earlier.map(writeOrderRow),
    }),
  ),
});

/**
 * Not part of the specification: the payer has chosen which earlier orders of this device are theirs. `mine` belong to the
 * account from now on, on every device. If `mine` is empty, this device does not offer them to the account again. Returns how
 * many the account has now.
 */
export const joinOrders = endpoint({
  name: 'joinOrders',
  methods: ['POST'],
  changes: true,
  path: '/api/order/join/',
  refusals: ['not-signed-in'],
  request: codec(
    v.pipe(
      v.object({
        order_ids: v.pipe(
          v.string(),
          v.maxLength(4_000),
          v.parseJson(),
          v.array(wireOrderId),
          v.maxLength(EARLIER_ORDERS_MAX),
        ),
      }),
      v.transform((wire) => ({ mine: wire.order_ids })),
    ),
    ({ mine }: { readonly mine: readonly OrderId[] }) => ({ order_ids: JSON.stringify(mine) }),
  ),
  answer: codec(v.object({ joined: wireCount }), (answer: { readonly joined: number }) => answer),
});
