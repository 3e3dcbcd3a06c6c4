import { isToDeliver, type OrderState } from './order-state.ts';

export interface RequestingOrder {
  readonly state: OrderState;
  readonly createdAt: Date;
  /** When its payer asked for the money back instead of waiting; null: not yet. */
  readonly refundWishedAt: Date | null;
}

/**
 * `take`: the first time it is asked for. `known`: it was asked for before, and a person has it already.
 * `not-due`: nothing is owed, because nothing was paid, the gems have come, the money went back, or the limit is not over.
 */
export type RefundRequestVerdict = 'take' | 'known' | 'not-due';

const HOUR_MS = 3_600_000;

/** Counted from the order, which both sides know; what is paid later has kept its payer waiting all the same. */
export function deliveryDueAt(orderedAt: Date, limitHours: number): Date {
  return new Date(orderedAt.getTime() + limitHours * HOUR_MS);
}

/** Paid, nothing given, and the limit is over: the payer chooses to wait or to have the money back. Who grants it is a person. */
export function judgeRefundRequest(
  { state, createdAt, refundWishedAt }: RequestingOrder,
  limitHours: number,
  now: Date,
): RefundRequestVerdict {
  if (!isToDeliver(state)) return 'not-due';
  if (refundWishedAt !== null) return 'known';
  return now >= deliveryDueAt(createdAt, limitHours) ? 'take' : 'not-due';
}
