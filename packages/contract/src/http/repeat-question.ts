import type { OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireOrderId } from '../wire-types.ts';
import { orderRowSchema, writeOrderRow, type OrderRow } from './own-orders.ts';

/** [ORD-20] Data of the refusal `repeat-purchase`: the order that this purchase would repeat. */
export interface RepeatQuestion {
  /** Null: an order of this device that its present visitor may not see, because it belongs to an account. */
  readonly order: OrderRow | null;
  /** Where it was placed: on this device, or on another one of the account. */
  readonly from: 'device' | 'account';
  /** The payer's yes is a new request with this value in its field `repeat_of`. */
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
