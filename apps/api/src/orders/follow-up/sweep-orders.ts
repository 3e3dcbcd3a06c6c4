import { ASK_PAUSE_WHILE_OPEN_MAX_MS, type OrderId } from '@jawhara/domain';
import { deleteAbandonedPayments } from '../store/sealed-payment.store.ts';
import { claimUnprocessed } from '../store/webhook.store.ts';
import { matchLateWebhooks } from '../webhooks/match-late-webhooks.ts';
import type { Db } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { claimNeglectedOrders } from '../store/order.store.ts';
import { countKilledCheck, checkCountsOf } from '../store/check-count.store.ts';
import type { OrderLifeClient } from '../base/order-life.ts';
import { claimAttemptsToAsk } from '../store/payment.store.ts';
import { claimRefundsToSend } from '../store/refund.store.ts';

const BATCH_MAX = 200;
/** A row that is handed over rests for at most this long before it is handed over again. */
const REST_MAX_MS = 10 * ASK_PAUSE_WHILE_OPEN_MAX_MS;

export interface SweepResult {
  readonly notifications: number;
  readonly orders: number;
}

const checkName = (id: OrderId, looks: number): string => `look-${id}-${looks}`;

/**
 * At most one check per order waits in the engine: the next check has a name, and enqueueing it again while it waits changes
 * nothing. A check counts up when it ends, so a name that has ended without being counted was killed. The engine remembers
 * such a name for a day: it is counted here, and the check is enqueued under the next one.
 */
async function enqueueCheck(db: Db, life: OrderLifeClient, id: OrderId, looks: number): Promise<void> {
  const enqueued = await life.enqueue('look', id, null, checkName(id, looks));
  if (enqueued !== 'ended') return;
  // Not counted: the check has counted itself meanwhile, and whatever is due is found by the next sweep.
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
 * The clock of all orders: attempts whose next look is due, refunds to send, orders at their deadline, and what a crash left
 * behind. Each row is claimed by one sweeper for a while, so any number of them can run; what fails is simply found again.
 */
export async function sweepOrders(context: OrderContext, life: OrderLifeClient): Promise<SweepResult> {
  const { db } = context;
  const now = context.now();
  const pause = { leastMs: context.timing.neglectedAfterMs, mostMs: REST_MAX_MS };
  const inboxPause = { ...pause, mostMs: ASK_PAUSE_WHILE_OPEN_MAX_MS };
  await deleteAbandonedPayments(db);
  const notifications = [
    ...(await claimUnprocessed(db, now, inboxPause, BATCH_MAX)),
    ...(await matchLateWebhooks(context, inboxPause, BATCH_MAX)),
  ];
  const due = [
    ...(await claimNeglectedOrders(db, now, pause, BATCH_MAX)),
    ...(await claimAttemptsToAsk(db, now, pause, BATCH_MAX)),
    ...(await claimRefundsToSend(db, now, pause, BATCH_MAX)),
  ];
  const [orders] = await Promise.all([
    enqueueChecks(context, life, due),
    // No idempotency key: an engine that lost its disk half way must take it again, and processing twice is harmless.
    ...notifications.map(({ id, orderId }) => life.send('notified', orderId, { notificationId: id })),
  ]);
  return { notifications: notifications.length, orders };
}
