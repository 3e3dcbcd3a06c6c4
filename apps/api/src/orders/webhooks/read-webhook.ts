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
 * It is kept and has no effect, so a person must know. About the notification, not the order: another unreadable one of the same order is
 * raised too, and one that was replayed in vain is open again.
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
 * The meaning of a stored webhook; null when it cannot be read, which is raised, or when it has been processed before;
 * `not-connected`: only a provider that this deployment does not have can read it.
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
 * Raises a webhook that only an operator can answer. If it was replayed and is still of an unknown type, its alert is open
 * again.
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

/** The webhook is processed, and its alerts end. In the transaction of its effect or after it. */
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
