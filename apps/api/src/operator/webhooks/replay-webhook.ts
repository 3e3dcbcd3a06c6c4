import type { OrderId } from '@jawhara/domain';
import { healAlert } from '../../alerts/alert.store.ts';
import { webhookById, putBackInInbox } from '../../orders/store/webhook.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Alerts that a notification on its own can have raised; given to an order, it has found its place. */
const ENDED = ['notification-without-order', 'unreadable-notification', 'unheard-of-event'] as const;

/** Takes it as if it had just come; whatever it says is harmless to hear twice. One without an order can be given one. */
export async function replayWebhook(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: { readonly id: string; readonly orderId: OrderId | null },
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  let handOver: OrderId | null = null;
  const done = await act(context, signOff, 'notifications replay', async (tx) => {
    const found = UUID.test(wanted.id) ? await webhookById(tx, wanted.id) : null;
    if (found === null) return refused('no-such-notification', wanted.id);
    if (found.orderId !== null && wanted.orderId !== null && found.orderId !== wanted.orderId)
      return refused('notification-of-another-order', found.orderId);
    const orderId = found.orderId ?? wanted.orderId;
    if (orderId === null) return refused('notification-without-order');
    const at = orders.now();
    await putBackInInbox(tx, found.id, { orderId, handOverAfter: at });
    for (const kind of ENDED)
      await healAlert(tx, { kind, about: { subject: found.id }, why: `replayed by ${signOff.by}`, at });
    handOver = orderId;
    return {
      subject: `order:${orderId}`,
      before: { notification: found.id, processed: found.isProcessed, order: found.orderId },
      after: { notification: found.id, processed: false, order: orderId },
    };
  });
  // Not taken by the engine: the sweeper finds it in the inbox.
  if (done.kind === 'done' && handOver !== null)
    await life.send('notified', handOver, { notificationId: wanted.id });
  return done;
}
