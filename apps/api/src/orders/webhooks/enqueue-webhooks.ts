import { inTransaction, type Db } from '../../platform/postgres.ts';
import type { OrderLifeClient } from '../base/order-life.ts';
import {
  countEndedRun,
  webhooksToEnqueue,
  claimBeforeTheirPayment,
  putBackInInbox,
  type WebhookToEnqueue,
} from '../store/webhook.store.ts';
import { healAlert } from '../../alerts/alert.store.ts';
import type { SweepPause } from '../store/sweep.store.ts';
import type { OrderContext } from '../base/order-context.ts';
import { orderOfPayment } from '../store/payment.store.ts';

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

/** Our payments are decided within this time. A webhook whose payment is unknown then is not about one of ours. */
const WAITS_MS = 30 * 24 * 60 * 60_000;

/**
 * Some refund and dispute webhooks carry only the provider's payment id and may arrive before we know it. Once it is known, they
 * are matched with its order and processed as if they had just arrived.
 */
export async function matchLateWebhooks(
  context: OrderContext,
  pause: SweepPause,
  most: number,
): Promise<string[]> {
  const { db } = context;
  const at = context.now();
  const placed: string[] = [];
  const waiting = { pause, oldBefore: new Date(at.getTime() - WAITS_MS) };
  for (const { id, provider, providerPaymentId } of await claimBeforeTheirPayment(db, at, waiting, most)) {
    const orderId = await orderOfPayment(db, provider, providerPaymentId);
    if (orderId === null) continue;
    await inTransaction(db, async (tx) => {
      await putBackInInbox(tx, id, {
        orderId,
        handOverAfter: new Date(at.getTime() + context.timing.askAfterMs),
      });
      await healAlert(tx, {
        kind: 'notification-without-order',
        about: { subject: id },
        why: 'its payment is known now',
        at,
      });
    });
    placed.push(id);
  }
  return placed;
}
