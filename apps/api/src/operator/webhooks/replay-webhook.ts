import type { OrderId } from '@jawhara/domain';
import { healAlert } from '../../alerts/alert.store.ts';
import { unparkOrder } from '../../orders/base/park-order.ts';
import { putBackInInbox } from '../../orders/store/webhook.store.ts';
import { enqueueWebhooks } from '../../orders/webhooks/enqueue-webhooks.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { webhookMeant } from './show-webhook.ts';

/** Alerts that a webhook can have raised by itself. */
export const ALERTS_OF_WEBHOOKS = [
  'notification-without-order',
  'unreadable-notification',
  'unheard-of-event',
  'webhook-parked',
] as const;

/** Processes it as if it had just come; to process it twice is harmless. One without an order can be given one. */
export async function replayWebhook(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: { readonly id: string; readonly orderId: OrderId | null },
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  const done = await act(context, signOff, 'webhooks replay', async (tx) => {
    const found = await webhookMeant(tx, wanted.id);
    if (isRefused(found)) return found;
    if (found.orderId !== null && wanted.orderId !== null && found.orderId !== wanted.orderId)
      return refused('notification-of-another-order', found.orderId);
    const orderId = found.orderId ?? wanted.orderId;
    if (orderId === null) return refused('notification-without-order');
    const at = orders.now();
    await putBackInInbox(tx, found.id, { orderId, handOverAfter: at });
    for (const kind of ALERTS_OF_WEBHOOKS)
      await healAlert(tx, { kind, about: { subject: found.id }, why: `replayed by ${signOff.by}`, at });
    await unparkOrder(tx, orders, orderId, found.id);
    return {
      subject: `order:${orderId}`,
      before: { notification: found.id, processed: found.processedAt !== null, order: found.orderId },
      after: { notification: found.id, processed: false, order: orderId },
    };
  });
  // If the engine is away, the sweeper finds it in the inbox.
  if (done.kind === 'done') await enqueueWebhooks(orders.db, life, [wanted.id]);
  return done;
}
