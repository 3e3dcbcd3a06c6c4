import { answerOf, ASK_PAUSE_WHILE_OPEN_MAX_MS, type OrderId, type PayAnswer } from '@jawhara/domain';
import { alertsOfOrder, healAlert, reopenAlert, type StoredAlert } from '../../alerts/alert.store.ts';
import { inTransaction, type Reader, type Tx } from '../../platform/postgres.ts';
import { lockOrder, checkSoon, noteCheck, requireOrder, type StoredOrder } from '../store/order.store.ts';
import { countWebhookFailure } from '../store/webhook.store.ts';
import type { OrderContext } from './order-context.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

const STEP_PARKED = 'step-parked';

export interface ParkedStep {
  readonly event: string;
  readonly step: string;
  /** The webhook that was being processed; null where there was none. */
  readonly notification: string | null;
  /** The error, without personal data. */
  readonly error: string;
}

/** Open alerts about parked steps: of one webhook, or of every other event of the order. */
async function openParked(db: Reader, orderId: OrderId, notification: string | null): Promise<StoredAlert[]> {
  return (await alertsOfOrder(db, orderId)).filter(
    ({ kind, closedAt, detail }) =>
      kind === STEP_PARKED && closedAt === null && (detail['notification'] ?? null) === notification,
  );
}

/**
 * Closes the alerts of an event that succeeded after all. A check that succeeds closes those of every event but webhooks, because
 * it does all the work they left; a webhook closes only its own.
 */
export async function unparkOrder(
  tx: Tx,
  { now }: Pick<OrderContext, 'now'>,
  orderId: OrderId,
  notification: string | null,
): Promise<void> {
  for (const { kind, subject } of await openParked(tx, orderId, notification))
    await healAlert(tx, { kind, about: { subject }, why: 'the work has passed', at: now() });
}

export const WEBHOOK_PARKED = 'webhook-parked';

/**
 * The webhook itself is parked after a step of it was parked this often. With the sweeper's pauses that is about half a
 * minute after it arrived.
 */
const WEBHOOK_FAILURES_MAX = 2;

/**
 * [NET-14] A step of the webhook was parked once more. After the last time the webhook waits for an operator instead of the
 * sweeper. `ended`: it is processed or discarded.
 */
async function parkFailingWebhook(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { notification, event, step, error }: ParkedStep & { readonly notification: string },
): Promise<'waiting' | 'parked' | 'ended'> {
  const at = context.now();
  const state = await countWebhookFailure(tx, notification, { failuresMax: WEBHOOK_FAILURES_MAX, at });
  if (state !== 'parked') return state;
  await raiseOrderAlert(tx, context, order, WEBHOOK_PARKED, { notification, event, step, error });
  // The alert was closed because an operator replayed the webhook; it failed again, so the alert is reopened.
  await reopenAlert(tx, { kind: WEBHOOK_PARKED, subject: notification, at });
  context.watch.notification('parked');
  return state;
}

const PAUSE_MAX_MS = 10 * ASK_PAUSE_WHILE_OPEN_MAX_MS;

/**
 * The next check comes after half the order's age, as for every swept row: a stuck order is tried less and less often.
 */
export function nextParkedCheck({ now, timing }: OrderContext, { createdAt }: StoredOrder): Date {
  const at = now().getTime();
  const pauseMs = Math.min(Math.max((at - createdAt.getTime()) / 2, timing.neglectedAfterMs), PAUSE_MAX_MS);
  return new Date(at + pauseMs);
}

/**
 * A step failed too often: an alert is raised and the order is checked later, so that its other handlers can run meanwhile.
 * The next check gets a new number, because the engine still knows the idempotency key of the parked one.
 */
export async function parkOrder(
  context: OrderContext,
  orderId: OrderId,
  parked: ParkedStep,
): Promise<PayAnswer> {
  await inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { event, step, error, notification } = parked;
    const webhook =
      notification === null
        ? null
        : await parkFailingWebhook(tx, context, order, { ...parked, notification });
    // A webhook that is parked has an alert of its own, in place of those about its steps.
    if (webhook === 'parked') await unparkOrder(tx, context, orderId, notification);
    else {
      // If the webhook is already processed, the parked step is the order's own work: the order's next check does it
      // and closes the alert.
      const about = { event, step, error, notification: webhook === 'ended' ? null : notification };
      await raiseOrderAlert(tx, context, order, STEP_PARKED, about);
    }
    if (event === 'look') await noteCheck(tx, orderId);
    await checkSoon(tx, orderId, nextParkedCheck(context, order));
  });
  return answerOf(await requireOrder(context.db, orderId));
}
