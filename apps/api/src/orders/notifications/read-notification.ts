import type { OrderId, ProviderNumber } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { NotificationWord } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { markProcessed, notificationById } from './notification.store.ts';
import type { OrderContext } from '../order-context.ts';
import { lockOrder } from '../order.store.ts';
import { raiseOrderAlert } from '../raise-order-alert.ts';

export type NotificationRead = { readonly provider: ProviderNumber; readonly word: NotificationWord };

/** What a stored notification says; null when nobody can read it or it has been processed before. */
export async function readNotification(
  context: OrderContext,
  providers: ProviderRegistry,
  notificationId: string,
): Promise<NotificationRead | null> {
  const notification = await notificationById(context.db, notificationId);
  if (!notification || notification.isProcessed) return null;
  const { provider, body } = notification;
  const word = providers.get(provider).wordOfNotification(body);
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
