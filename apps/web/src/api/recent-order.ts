import { readRecentOrder } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { storedLastOrderId } from '../browser/storage/purchase.ts';
import { rememberOrderId } from '../browser/storage/orders.ts';
import { call } from './call.ts';

/** As long as somebody may take to pay elsewhere; what is older was left for good. */
const FOLLOWED_FOR_MS = 30 * 60_000;

export interface RecentOrder {
  /** Null: none yet, or nobody says. */
  readonly orderId: OrderId | null;
  readonly isAnswered: boolean;
}

/** The order that this device's payer agreed to elsewhere since then, now one of this page's too. */
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
