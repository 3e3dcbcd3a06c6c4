import { reopenAlert } from '../../alerts/alert.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import type { StoredOrder } from '../store/order.store.ts';
import { countWebhookFailure } from '../store/webhook.store.ts';
import type { OrderContext } from './order-context.ts';
import type { ParkedStep } from './parked-alerts.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

export const WEBHOOK_PARKED = 'webhook-parked';

/**
 * A step of the webhook is parked so often, with the sweeper's pauses in between, before the webhook itself is parked: about half a
 * minute after it came.
 */
export const WEBHOOK_FAILURES_MAX = 2;

/**
 * [NET-14] A step of the webhook was parked once more. After the last time the webhook waits for an operator instead of the
 * sweeper. `ended`: it is processed or discarded.
 */
export async function parkFailingWebhook(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { notification, event, step, error }: ParkedStep & { readonly notification: string },
): Promise<'waiting' | 'parked' | 'ended'> {
  const at = context.now();
  const state = await countWebhookFailure(tx, notification, { failuresMax: WEBHOOK_FAILURES_MAX, at });
  if (state !== 'parked') return state;
  await raiseOrderAlert(tx, context, order, WEBHOOK_PARKED, { notification, event, step, error });
  // Replayed in vain: its alert was closed by the replay.
  await reopenAlert(tx, { kind: WEBHOOK_PARKED, subject: notification, at });
  context.watch.notification('parked');
  return state;
}
