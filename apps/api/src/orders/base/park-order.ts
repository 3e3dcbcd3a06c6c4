import { answerOf, ASK_PAUSE_WHILE_OPEN_MAX_MS, type OrderId, type PayAnswer } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder, checkSoon, noteCheck, requireOrder, type StoredOrder } from '../store/order.store.ts';
import { parkFailingWebhook } from './park-webhook.ts';
import { STEP_PARKED, unparkOrder, type ParkedStep } from './parked-alerts.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

const PAUSE_MAX_MS = 10 * ASK_PAUSE_WHILE_OPEN_MAX_MS;

/** Half the order's age, like every swept row: an order that cannot go on is tried less and less often. */
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
      // Of a webhook that is processed, the rest is the order's work: its next check does it and closes the alert.
      const about = { event, step, error, notification: webhook === 'ended' ? null : notification };
      await raiseOrderAlert(tx, context, order, STEP_PARKED, about);
    }
    if (event === 'look') await noteCheck(tx, orderId);
    await checkSoon(tx, orderId, nextParkedCheck(context, order));
  });
  return answerOf(await requireOrder(context.db, orderId));
}
