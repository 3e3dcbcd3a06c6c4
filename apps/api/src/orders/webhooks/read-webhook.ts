import type { OrderId, ProviderNumber } from '@jawhara/domain';
import { healedParking, reopenAlert } from '../../alerts/alert.store.ts';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { WebhookMeaning } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { markProcessed, webhookById, type StoredWebhook } from '../store/webhook.store.ts';
import { connectedProvider } from '../base/connected-provider.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder } from '../store/order.store.ts';
import { raiseOrderAlert } from '../base/raise-order-alert.ts';

export type InterpretedWebhook = { readonly provider: ProviderNumber; readonly word: WebhookMeaning };

/**
 * Raises an alert, because an unreadable webhook has no effect. The alert is about the webhook, not the order: a second
 * unreadable webhook of the order raises one too, and a replay that fails reopens it.
 */
async function raiseUnreadable(
  context: OrderContext,
  { id, orderId, provider, eventType }: StoredWebhook,
): Promise<void> {
  if (orderId === null) return;
  await inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const kind = 'unreadable-notification';
    await raiseOrderAlert(tx, context, order, kind, { notification: id, provider, eventType });
    await reopenAlert(tx, { kind, subject: id, at: context.now() });
  });
}

/**
 * The meaning of a stored webhook. Null if the webhook cannot be read (an alert is raised) or was processed before.
 * `not-connected`: this deployment has no settings for the webhook's provider, so nothing can read it.
 */
export async function readWebhook(
  context: OrderContext,
  providers: ProviderRegistry,
  notificationId: string,
): Promise<(InterpretedWebhook & { readonly isPaymentNamed: boolean }) | 'not-connected' | null> {
  const notification = await webhookById(context.db, notificationId);
  if (!notification || notification.processedAt !== null || notification.discardedAt !== null) return null;
  const { provider, body, isPaymentNamed } = notification;
  const connected = await connectedProvider(context, providers, provider);
  if (connected === null) return 'not-connected';
  const word = connected.interpretWebhook(body);
  if (word === null) await raiseUnreadable(context, notification);
  return word && { provider, word, isPaymentNamed };
}

/**
 * Raises an alert for a webhook on which only an operator can act. If it was replayed and is still of an unknown type, its alert
 * is reopened.
 */
export async function raiseWebhookAlert(
  context: OrderContext,
  orderId: OrderId,
  notification: string,
  word: Extract<WebhookMeaning, { kind: 'person' | 'unheard-of' }>,
): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (word.kind === 'person') {
      await raiseOrderAlert(tx, context, order, 'person-needed', { notification, why: word.why });
      return null;
    }
    const kind = 'unheard-of-event';
    await raiseOrderAlert(tx, context, order, kind, { notification, why: word.eventType });
    await reopenAlert(tx, { kind, subject: notification, at: context.now() });
    return null;
  });
}

/** Marks the webhook as processed and closes its alerts. Called in the transaction of its effect or after it. */
export async function markWebhookProcessed(
  tx: Tx,
  { now }: Pick<OrderContext, 'now'>,
  orderId: OrderId,
  notification: string,
): Promise<void> {
  const at = now();
  await markProcessed(tx, notification, at, healedParking(tx, { orderId, notification, at }));
}

export async function finishWebhook(
  context: OrderContext,
  orderId: OrderId,
  notificationId: string,
): Promise<null> {
  await inTransaction(context.db, (tx) => markWebhookProcessed(tx, context, orderId, notificationId));
  context.watch.notification('processed');
  return null;
}
