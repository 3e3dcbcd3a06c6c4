import { isOrderId, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';

const NUMBER = /^\w{1,64}$/;
const ORDER_ID_LENGTH = 36;

/**
 * The provider knows no idempotency header: the number of a trade or a refund is its key. It may hold letters, digits and
 * underscores, so our key keeps its form and the order can be read back out of it.
 */
export function numberOfKey(idempotencyKey: string): string {
  const number = idempotencyKey.replaceAll('-', '_').toLowerCase();
  if (!NUMBER.test(number)) throw new Error('a key that cannot be a number of PayerMax');
  return number;
}

/** To the provider large and small letters are the same. To us a trade of another name would be a second payment. */
export const tradeNumberSchema = v.pipe(v.string(), v.toLowerCase());

/** The trade number of an order's first try, known before the provider has said anything. */
export function firstTradeOf(orderId: OrderId): string {
  return numberOfKey(`${orderId}-1`);
}

/** Null for a trade that is none of ours. */
export function orderOfTrade(tradeNumber: string): OrderId | null {
  const id = tradeNumber.slice(0, ORDER_ID_LENGTH).replaceAll('_', '-');
  return isOrderId(id) ? id : null;
}
