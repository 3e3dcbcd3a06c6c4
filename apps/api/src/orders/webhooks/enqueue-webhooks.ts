import type { Db } from '../../platform/postgres.ts';
import type { OrderLifeClient } from '../base/order-life.ts';
import { countEndedRun, webhooksToEnqueue, type WebhookToEnqueue } from '../store/webhook.store.ts';

/** The first run has the webhook's own id as its idempotency key. */
const runKey = (id: string, runs: number): string => (runs === 0 ? id : `${id}-${runs}`);

/**
 * [NET-14] At most one run of a webhook waits in the engine: the number of ended runs is in its idempotency key. A run that
 * was parked or killed did not process the webhook, and the engine ignores its key for a day, so the next one gets the next
 * number. An engine that lost its disk has lost the keys too and accepts the webhook again.
 */
export async function enqueueWebhook(
  db: Db,
  life: OrderLifeClient,
  { id, orderId, runs }: WebhookToEnqueue,
): Promise<void> {
  const input = { notificationId: id };
  const enqueued = await life.enqueue('notified', orderId, input, runKey(id, runs));
  if (enqueued !== 'ended' || !(await countEndedRun(db, id, runs))) return;
  await life.enqueue('notified', orderId, input, runKey(id, runs + 1));
}

export async function enqueueWebhooks(db: Db, life: OrderLifeClient, ids: readonly string[]): Promise<void> {
  const webhooks = await webhooksToEnqueue(db, ids);
  await Promise.all(webhooks.map((webhook) => enqueueWebhook(db, life, webhook)));
}
