import { answerOf, ASK_PAUSE_WHILE_OPEN_MAX_MS, type OrderId, type PayAnswer } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder, checkSoon, noteCheck, requireOrder, type StoredOrder } from '../store/order.store.ts';
import { STEP_PARKED } from './parked-alerts.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

export interface ParkedStep {
  readonly event: string;
  readonly step: string;
  /** The webhook that was being processed; null where there was none. */
  readonly notification: string | null;
  /** The error, without personal data. */
  readonly error: string;
}

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
    await raiseOrderAlert(tx, context, order, STEP_PARKED, { event, step, error, notification });
    if (event === 'look') await noteCheck(tx, orderId);
    await checkSoon(tx, orderId, nextParkedCheck(context, order));
  });
  return answerOf(await requireOrder(context.db, orderId));
}
