import type { OrderId, ProviderNumber } from '@jawhara/domain';
import { reopenAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { NotificationWord } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { markProcessed, notificationById, type Notification } from './notification.store.ts';
import type { OrderContext } from '../order-context.ts';
import { lockOrder } from '../order.store.ts';
import { raiseOrderAlert } from '../raise-order-alert.ts';

export type NotificationRead = { readonly provider: ProviderNumber; readonly word: NotificationWord };

/**
 * It is kept and has no effect, so a person must know. About the notification, not the order: another unreadable one of the same order is
 * raised too, and one that was replayed in vain is open again.
 */
async function raiseUnreadable(
  context: OrderContext,
  { id, orderId, provider, eventType }: Notification,
): Promise<void> {
  if (orderId === null) return;
  await inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const kind = 'unreadable-notification';
    await raiseOrderAlert(tx, context, order, kind, { notification: id, provider, eventType }, id);
    await reopenAlert(tx, { kind, subject: id, at: context.now() });
  });
}

/** What a stored notification says; null when it cannot be read, which is raised, or when it has been processed before. */
export async function readNotification(
  context: OrderContext,
  providers: ProviderRegistry,
  notificationId: string,
): Promise<NotificationRead | null> {
  const notification = await notificationById(context.db, notificationId);
  if (!notification || notification.isProcessed) return null;
  const { provider, body } = notification;
  const word = providers.get(provider).wordOfNotification(body);
  if (word === null) await raiseUnreadable(context, notification);
  return word && { provider, word };
}

/** Something that only a person can make use of. */
export async function raiseWord(
  context: OrderContext,
  orderId: OrderId,
  notificationId: string,
  word: Extract<NotificationWord, { kind: 'person' | 'unheard-of' }>,
): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const [kind, why] =
      word.kind === 'person'
        ? (['person-needed', word.why] as const)
        : (['unheard-of-event', word.eventType] as const);
    await raiseOrderAlert(tx, context, order, kind, {
      providerPaymentId: null,
      why,
      notification: notificationId,
    });
    return null;
  });
}

export async function finishNotification(context: OrderContext, notificationId: string): Promise<null> {
  await markProcessed(context.db, notificationId, context.now());
  context.watch.notification('processed');
  return null;
}
