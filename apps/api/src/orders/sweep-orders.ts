import { claimUnprocessed } from './notification.store.ts';
import { ASK_PROVIDER_INTERVAL_MAX_MS, type OrderContext } from './order-context.ts';
import { claimNeglectedOrders } from './order.store.ts';
import type { OrderLifeClient } from './open-order.ts';

const BATCH_MAX = 200;

export interface Swept {
  readonly notifications: number;
  readonly orders: number;
}

/**
 * Hands the engine what a crash left behind: notifications nobody processed, orders nobody moved. Each row is claimed by one
 * sweeper for a while, so any number of them can run; what fails is simply found again.
 */
export async function sweepOrders(context: OrderContext, life: OrderLifeClient): Promise<Swept> {
  const now = context.now();
  const pause = { leastMs: context.timing.neglectedAfterMs, mostMs: ASK_PROVIDER_INTERVAL_MAX_MS };
  const notifications = await claimUnprocessed(context.db, now, pause, BATCH_MAX);
  const orders = await claimNeglectedOrders(context.db, now, pause, BATCH_MAX);
  await Promise.all([
    // No idempotency key: an engine that lost its disk half way must take it again, and processing twice is harmless.
    ...notifications.map(({ id, orderId }) => life.send('notified', orderId, { notificationId: id })),
    ...orders.map((orderId) => life.send('look', orderId, { tries: null })),
  ]);
  return { notifications: notifications.length, orders: orders.length };
}
