import type { PaymentStep } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { markProcessed, notificationById } from './notification.store.ts';
import type { OrderContext } from './order-context.ts';

/** What a stored notification says; null when it decides nothing or has been processed before. */
export async function readNotification(
  context: OrderContext,
  providers: ProviderRegistry,
  notificationId: string,
): Promise<PaymentStep | null> {
  const notification = await notificationById(context.db, notificationId);
  if (!notification || notification.isProcessed) return null;
  return providers.get(notification.provider).stepOfNotification(notification.body);
}

export async function finishNotification(context: OrderContext, notificationId: string): Promise<null> {
  await markProcessed(context.db, notificationId, context.now());
  context.watch.notification('processed');
  return null;
}
