import type { OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireCount, wireOrderId } from '../wire-types.ts';
import { orderRowSchema, writeOrderRow, type OrderRow } from './own-orders.ts';

const wireRequestId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{16,64}$/));

const DAY_S = 86_400;

const maybeOrder = codec(
  v.pipe(
    v.object({ order_id: v.nullable(wireOrderId) }),
    v.transform((wire) => ({ orderId: wire.order_id })),
  ),
  (found: { orderId: OrderId | null }) => ({ order_id: found.orderId }),
);

/**
 * Asks for the order of a request whose page, and with it the card token, was lost. If there is none, the answer is null
 * and the request id is closed, so that the same request is refused if it arrives later.
 */
export const resolveOrderRequest = endpoint({
  name: 'resolveOrderRequest',
  methods: ['POST'],
  changes: true,
  path: '/api/order/resolve_request/',
  request: codec(
    v.pipe(
      v.object({ request_id: wireRequestId }),
      v.transform((wire) => ({ requestId: wire.request_id })),
    ),
    (request: { requestId: string }) => ({ request_id: request.requestId }),
  ),
  answer: maybeOrder,
});

/**
 * Not part of the specification: finds out whether the payer paid on another host or in the system browser. Returns the newest
 * order of this device within `withinS` seconds whose payment is under way or was made.
 */
export const readRecentOrder = endpoint({
  name: 'readRecentOrder',
  methods: ['GET'],
  changes: false,
  path: '/api/web/recent_order/',
  request: codec(
    v.pipe(
      v.object({ within_s: v.pipe(wireCount, v.maxValue(DAY_S)) }),
      v.transform((wire) => ({ withinS: wire.within_s })),
    ),
    (request: { withinS: number }) => ({ within_s: request.withinS }),
  ),
  answer: maybeOrder,
});

/** [ORD-20] Data of the refusal `repeat-purchase`: the order that this purchase would repeat. */
export interface RepeatQuestion {
  /** Null: an order of this device that its present visitor may not see, because it belongs to an account. */
  readonly order: OrderRow | null;
  /** Where it was placed: on this device, or on another one of the account. */
  readonly from: 'device' | 'account';
  /** If the payer confirms, the page sends a new request with this value in its field `repeat_of`. */
  readonly repeatOf: OrderId;
}

export const wireRepeatQuestion = codec(
  v.pipe(
    v.object({
      order: v.nullable(orderRowSchema),
      from: v.picklist(['device', 'account']),
      repeat_of: wireOrderId,
    }),
    v.transform((wire): RepeatQuestion => ({ order: wire.order, from: wire.from, repeatOf: wire.repeat_of })),
  ),
  ({ order, from, repeatOf }: RepeatQuestion) => ({
    order: order && writeOrderRow(order),
    from,
    repeat_of: repeatOf as string,
  }),
);
