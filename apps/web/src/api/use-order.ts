import { readOrder, type OrderInfo, readRecentOrder } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { keepSeenOrder, rememberOrderId } from '../browser/storage/orders.ts';
import type { PageScope } from '../page-scope.ts';
import { createQueryCache, useQuery, type QueryResult } from './query-cache.ts';
import { call } from './call.ts';
import type { CallAnswer } from './call-answer.ts';
import { storedLastOrderId } from '../browser/storage/purchase.ts';

const keyOf = (orderId: OrderId): string => `order ${orderId}`;
const STATE_LASTS_MS = 3_000;

async function askForOrder(orderId: OrderId | null): Promise<CallAnswer<OrderInfo>> {
  if (orderId === null) return { kind: 'failed', failure: 'aborted' };
  const answer = await call(readOrder, { orderId });
  if (answer.kind === 'ok') keepSeenOrder(answer.value, new Date());
  return answer;
}

/** Facts of an order that never change, for its strip and its receipt. `useOrderNow` reads its state. */
export function useOrder(orderId: OrderId | null): OrderInfo | null {
  const key = orderId === null ? null : keyOf(orderId);
  return useQuery(key, () => askForOrder(orderId), Number.POSITIVE_INFINITY).value;
}

/** The order with its current state. */
export function useOrderNow(orderId: OrderId): QueryResult<OrderInfo> {
  return useQuery(`${keyOf(orderId)} now`, () => askForOrder(orderId), STATE_LASTS_MS);
}

/** Puts an order that was just read into the cache and the storage. */
export function keepOrder(page: PageScope, order: OrderInfo): void {
  page.get(createQueryCache).setData(keyOf(order.orderId), order);
  keepSeenOrder(order, new Date());
}

/** The longest time that a payer may take to pay on another host or in the browser. An older purchase was abandoned. */
const FOLLOWED_FOR_MS = 30 * 60_000;

interface RecentOrder {
  /** Null: no order yet, or no answer. */
  readonly orderId: OrderId | null;
  readonly isAnswered: boolean;
}

/**
 * The order that this device has placed on another host or in the browser since that time. It is stored for this page too.
 */
export async function recentOrder(sinceMs: number, nowMs: number): Promise<RecentOrder> {
  const agoMs = nowMs - sinceMs;
  if (agoMs < 0 || agoMs > FOLLOWED_FOR_MS) return { orderId: null, isAnswered: true };
  const answer = await call(readRecentOrder, { withinS: Math.ceil(agoMs / 1_000) });
  const orderId = answer.kind === 'ok' ? answer.value.orderId : null;
  if (orderId !== null) {
    storedLastOrderId.write(orderId);
    rememberOrderId(orderId);
  }
  return { orderId, isAnswered: answer.kind !== 'failed' };
}
