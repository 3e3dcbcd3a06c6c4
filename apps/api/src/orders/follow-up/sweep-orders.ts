import { ASK_PAUSE_WHILE_OPEN_MAX_MS, type OrderId } from '@jawhara/domain';
import { deleteAbandonedPayments } from '../store/sealed-payment.store.ts';
import { claimUnprocessed } from '../store/webhook.store.ts';
import { enqueueWebhook, enqueueWebhooks, matchLateWebhooks } from '../webhooks/enqueue-webhooks.ts';
import type { Db } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { claimNeglectedOrders } from '../store/order.store.ts';
import { countKilledCheck, checkCountsOf } from '../store/sweep.store.ts';
import type { OrderLifeClient } from '../base/order-life.ts';
import { claimAttemptsToAsk } from '../store/payment.store.ts';
import { claimRefundsToSend } from '../store/refund.store.ts';

const BATCH_MAX = 200;
/** A row that was enqueued and is still due is enqueued again after at most this time. */
const REST_MAX_MS = 10 * ASK_PAUSE_WHILE_OPEN_MAX_MS;

export interface SweepResult {
  readonly notifications: number;
  readonly orders: number;
}

const checkName = (id: OrderId, looks: number): string => `look-${id}-${looks}`;

/**
 * At most one check per order waits in the engine: the check's number is its idempotency key. A check increments the number when
 * it ends. A check that was killed did not increment it, and the engine would ignore its key for a day: so the sweeper increments
 * the number and enqueues the check under the next one.
 */
async function enqueueCheck(db: Db, life: OrderLifeClient, id: OrderId, looks: number): Promise<void> {
  const enqueued = await life.enqueue('look', id, null, checkName(id, looks));
  if (enqueued !== 'ended') return;
  // The check has incremented the number itself meanwhile. The next sweep finds whatever is due.
  if (!(await countKilledCheck(db, id, looks))) return;
  await life.enqueue('look', id, null, checkName(id, looks + 1));
}

export async function enqueueChecks(
  { db }: Pick<OrderContext, 'db'>,
  life: OrderLifeClient,
  orderIds: readonly OrderId[],
): Promise<number> {
  const next = await checkCountsOf(db, [...new Set(orderIds)]);
  await Promise.all(next.map(({ id, looks }) => enqueueCheck(db, life, id, looks)));
  return next.length;
}

/**
 * Enqueues what is due: checks of attempts, refunds to submit, orders at their deadline, and work that a crash left. Each
 * row is claimed by one sweeper for a while, so any number of sweepers can run, and a failed row is found again.
 */
export async function sweepOrders(context: OrderContext, life: OrderLifeClient): Promise<SweepResult> {
  const { db } = context;
  const now = context.now();
  const pause = { leastMs: context.timing.neglectedAfterMs, mostMs: REST_MAX_MS };
  const inboxPause = { ...pause, mostMs: ASK_PAUSE_WHILE_OPEN_MAX_MS };
  await deleteAbandonedPayments(db);
  const webhooks = await claimUnprocessed(db, now, inboxPause, BATCH_MAX);
  const matched = await matchLateWebhooks(context, inboxPause, BATCH_MAX);
  const due = [
    ...(await claimNeglectedOrders(db, now, pause, BATCH_MAX)),
    ...(await claimAttemptsToAsk(db, now, pause, BATCH_MAX)),
    ...(await claimRefundsToSend(db, now, pause, BATCH_MAX)),
  ];
  const [orders] = await Promise.all([
    enqueueChecks(context, life, due),
    ...webhooks.map((webhook) => enqueueWebhook(db, life, webhook)),
    enqueueWebhooks(db, life, matched),
  ]);
  return { notifications: webhooks.length + matched.length, orders };
}
