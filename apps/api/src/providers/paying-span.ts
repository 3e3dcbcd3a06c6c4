import { orderMadeAt, type OrderId } from '@jawhara/domain';

const MINUTE_MS = 60_000;
/** A margin, because our clock and the provider's may differ. */
const BEFORE_MS = 5 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** No older trade is looked up: a number with an older time was not made by us. */
const OLDEST_MS = 90 * DAY_MS;

/** When payments of an order can have been made: from its creation to a day later, since no later one is started. */
export function payingSpanOf(orderId: OrderId, now: Date): { readonly from: Date; readonly to: Date } {
  const made = orderMadeAt(orderId).getTime();
  const age = now.getTime() - made;
  const isOurs = age > -BEFORE_MS && age < OLDEST_MS;
  const from = isOurs ? made - BEFORE_MS : now.getTime() - DAY_MS;
  const to = Math.min(now.getTime() + BEFORE_MS, from + DAY_MS + 2 * BEFORE_MS);
  return { from: new Date(from), to: new Date(to) };
}
