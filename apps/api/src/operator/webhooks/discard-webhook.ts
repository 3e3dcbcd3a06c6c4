import { closeAlertsOfSubject } from '../../alerts/alert.store.ts';
import { unparkOrder } from '../../orders/base/parked-alerts.ts';
import { discardWebhook as markDiscarded, type WebhookRecord } from '../../orders/store/webhook.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, sameAsShown, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { ALERTS_OF_WEBHOOKS } from './replay-webhook.ts';
import { webhookMeant } from './show-webhook.ts';

export type DiscardPlan = Pick<
  WebhookRecord,
  'id' | 'provider' | 'eventType' | 'orderId' | 'providerPaymentId' | 'failures'
>;

export async function planDiscard(db: Reader, id: string): Promise<DiscardPlan | Refused> {
  const found = await webhookMeant(db, id);
  if (isRefused(found)) return found;
  if (found.processedAt !== null) return refused('webhook-processed', id);
  if (found.discardedAt !== null) return refused('webhook-discarded', id);
  const { provider, eventType, orderId, providerPaymentId, failures } = found;
  return { id: found.id, provider, eventType, orderId, providerPaymentId, failures };
}

/** [NET-14] It is never processed, unless it is replayed. The row stays, so that a repeated delivery is not new. */
export function discardWebhook(
  context: OperatorContext,
  signOff: OperatorSignOff,
  shown: DiscardPlan,
): Promise<ActionDone | Refused> {
  const { orders } = context;
  return act(context, signOff, 'webhooks discard', async (tx) => {
    const plan = sameAsShown(shown, await planDiscard(tx, shown.id));
    if (isRefused(plan)) return plan;
    const { id, orderId, failures, eventType } = plan;
    const at = orders.now();
    if (!(await markDiscarded(tx, id, at))) return refused('changed-meanwhile', id);
    const alerts = await closeAlertsOfSubject(tx, id, ALERTS_OF_WEBHOOKS, { ...signOff, at });
    if (orderId !== null) await unparkOrder(tx, orders, orderId, id);
    return {
      subject: `webhook:${id}`,
      before: { notification: id, type: eventType, order: orderId, failures },
      after: { notification: id, discarded: true, alerts },
    };
  });
}
