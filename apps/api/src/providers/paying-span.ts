import { orderMadeAt, type OrderId } from '@jawhara/domain';

const MINUTE_MS = 60_000;
/** Clocks differ. */
const BEFORE_MS = 5 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Older trades are never asked about: a number that says so was not made by us. */
const OLDEST_MS = 90 * DAY_MS;

/** When payments of an order were made, if there are any: from when it was made to a day later, as nobody begins one after that. */
export function payingSpanOf(orderId: OrderId, now: Date): { readonly from: Date; readonly to: Date } {
  const made = orderMadeAt(orderId).getTime();
  const age = now.getTime() - made;
  const isOurs = age > -BEFORE_MS && age < OLDEST_MS;
  const from = isOurs ? made - BEFORE_MS : now.getTime() - DAY_MS;
  const to = Math.min(now.getTime() + BEFORE_MS, from + DAY_MS + 2 * BEFORE_MS);
  return { from: new Date(from), to: new Date(to) };
}
