import { withoutCardNumbers, type OrderId, type ProviderNumber } from '@jawhara/domain';
import { raiseAlert } from '../alerts/alert.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { RawNotification } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { storeNotification } from './notification.store.ts';
import type { OrderContext } from './order-context.ts';
import { orderById } from './order.store.ts';
import type { OrderLifeClient } from './open-order.ts';

export type NotificationTaken = 'forged' | 'stored';

/**
 * Signature, then the inbox, then the acknowledgement, then the hand-over: whatever dies in between, the row is there and
 * the sweeper finds it. A notification nobody can read or place is kept and raised, never dropped.
 */
export async function takeNotification(
  context: OrderContext,
  providers: ProviderRegistry,
  life: OrderLifeClient,
  provider: ProviderNumber,
  raw: RawNotification,
): Promise<NotificationTaken> {
  const reading = providers.get(provider).readNotification(raw);
  if (reading.kind === 'forged') {
    context.watch.notification('forged');
    return 'forged';
  }
  const id = context.newId();
  const receivedAt = context.now();
  const known =
    reading.kind === 'read' && reading.orderId !== null ? await orderById(context.db, reading.orderId) : null;
  const orderId: OrderId | null = known?.id ?? null;
  const isNew = await inTransaction(context.db, async (tx) => {
    const stored = await storeNotification(
      tx,
      {
        id,
        provider,
        eventId: reading.kind === 'read' ? reading.eventId : `unreadable-${id}`,
        eventType: reading.kind === 'read' ? reading.eventType : 'unreadable',
        orderId,
        body: withoutCardNumbers(raw.body.toString('utf8')),
      },
      receivedAt,
      orderId === null ? null : new Date(receivedAt.getTime() + context.timing.askAfterMs),
    );
    if (stored && orderId === null) {
      const kind = reading.kind === 'read' ? 'notification-without-order' : 'unreadable-notification';
      await raiseAlert(tx, {
        id: context.newId(),
        kind,
        orderId: null,
        recipientId: null,
        providerPaymentId: null,
        detail: { notification: id },
        at: receivedAt,
      });
      context.logger.error({ alert: kind, notification: id }, 'a notification needs a person');
    }
    return stored;
  });
  context.watch.notification(isNew ? 'stored' : 'repeated');
  // Not awaited by the provider: the acknowledgement depends on the row alone.
  if (isNew && orderId !== null)
    void life.send('notified', orderId, { notificationId: id }, { idempotencyKey: id });
  return 'stored';
}
