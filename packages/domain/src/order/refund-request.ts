import { isToDeliver, type OrderState } from './order-state.ts';

export interface RequestingOrder {
  readonly state: OrderState;
  readonly createdAt: Date;
  /** When the payer asked for a refund instead of waiting; null: not yet. */
  readonly refundWishedAt: Date | null;
}

/**
 * `take`: the first request. `known`: it was requested before, and an operator sees it already. `not-due`: nothing is owed,
 * because nothing was paid, the gems arrived, the money went back, or the limit is not over.
 */
export type RefundRequestVerdict = 'take' | 'known' | 'not-due';

const HOUR_MS = 3_600_000;

/** When the delivery limit of an order ends. Counted from the order's creation, because site and server both have that time. */
export function deliveryDueAt(orderedAt: Date, limitHours: number): Date {
  return new Date(orderedAt.getTime() + limitHours * HOUR_MS);
}

/** Paid, not delivered, and the limit is over: the payer may ask for a refund, which an operator decides. */
export function judgeRefundRequest(
  { state, createdAt, refundWishedAt }: RequestingOrder,
  limitHours: number,
  now: Date,
): RefundRequestVerdict {
  if (!isToDeliver(state)) return 'not-due';
  if (refundWishedAt !== null) return 'known';
  return now >= deliveryDueAt(createdAt, limitHours) ? 'take' : 'not-due';
}
