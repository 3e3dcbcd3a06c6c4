import type { ProviderRegistry } from '../providers/registry.ts';
import { markProcessed, notificationById } from './notification.store.ts';
import type { Word } from './look-at-order.ts';
import type { OrderContext } from './order-context.ts';

/** What a stored notification says; null when it decides nothing or has been processed before. */
export async function readNotification(
  context: OrderContext,
  providers: ProviderRegistry,
  notificationId: string,
): Promise<Word | null> {
  const notification = await notificationById(context.db, notificationId);
  if (!notification || notification.isProcessed) return null;
  const { provider, body } = notification;
  const answer = providers.get(provider).stepOfNotification(body);
  return answer && { provider, answer };
}

export async function finishNotification(context: OrderContext, notificationId: string): Promise<null> {
  await markProcessed(context.db, notificationId, context.now());
  context.watch.notification('processed');
  return null;
}
