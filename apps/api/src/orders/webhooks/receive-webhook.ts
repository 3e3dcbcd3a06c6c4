import { jsonWithoutCardNumbers, type OrderId, type ProviderNumber } from '@jawhara/domain';
import { raiseAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { storeWebhook } from '../store/webhook.store.ts';
import type { OrderContext } from '../base/order-context.ts';
import { orderById } from '../store/order.store.ts';
import { orderOfPayment } from '../store/payment.store.ts';
import type { OrderLifeClient } from '../base/order-life.ts';

export type WebhookReceipt = 'forged' | 'stored';

/** Which order it is about: by our reference, else by the provider's own id of the payment. */
async function placeOf(
  { db }: OrderContext,
  provider: ProviderNumber,
  { orderId, providerPaymentId }: Extract<WebhookReading, { kind: 'read' }>,
): Promise<OrderId | null> {
  const known = orderId === null ? null : await orderById(db, orderId);
  if (known !== null) return known.id;
  return providerPaymentId === null ? null : orderOfPayment(db, provider, providerPaymentId);
}

/** Why a notification that belongs to no order of ours needs a person; null when it is nothing to anybody. */
function whyRaised(
  reading: Exclude<WebhookReading, { kind: 'forged' }>,
  word: WebhookMeaning | null,
): 'unreadable-notification' | 'unheard-of-event' | 'notification-without-order' | null {
  if (reading.kind === 'unreadable' || word === null) return 'unreadable-notification';
  if (word.kind === 'nothing') return null;
  return word.kind === 'unheard-of' ? 'unheard-of-event' : 'notification-without-order';
}

/**
 * Signature, then the inbox, then the acknowledgement, then the hand-over: whatever dies in between, the row is there and
 * the sweeper finds it. A notification nobody can read or place is kept and raised, never dropped.
 */
export async function receiveWebhook(
  context: OrderContext,
  providers: ProviderRegistry,
  life: OrderLifeClient,
  provider: ProviderNumber,
  raw: RawWebhook,
): Promise<WebhookReceipt> {
  const reading = providers.get(provider).readWebhook(raw);
  if (reading.kind === 'forged') {
    context.watch.notification('forged');
    return 'forged';
  }
  const id = context.newId();
  const receivedAt = context.now();
  // Still JSON, and of the same shape: what it means is read from this.
  const body = jsonWithoutCardNumbers(raw.body.toString('utf8'));
  const orderId = reading.kind === 'read' ? await placeOf(context, provider, reading) : null;
  const providerPaymentId = reading.kind === 'read' ? reading.providerPaymentId : null;
  const mayFindOrder = orderId !== null || providerPaymentId !== null;
  const why = orderId === null ? whyRaised(reading, providers.get(provider).interpretWebhook(body)) : null;
  const isNew = await inTransaction(context.db, async (tx) => {
    const stored = await storeWebhook(
      tx,
      {
        id,
        provider,
        eventId: reading.kind === 'read' ? reading.eventId : `unreadable-${id}`,
        eventType: reading.kind === 'read' ? reading.eventType : 'unreadable',
        orderId,
        providerPaymentId,
        body,
      },
      receivedAt,
      mayFindOrder ? new Date(receivedAt.getTime() + context.timing.askAfterMs) : null,
    );
    if (stored && why !== null) {
      await raiseAlert(tx, {
        id: context.newId(),
        kind: why,
        orderId: null,
        recipientId: null,
        detail: { notification: id },
        at: receivedAt,
      });
      context.logger.error({ alert: why, notification: id }, 'a notification needs a person');
    }
    return stored;
  });
  context.watch.notification(isNew ? 'stored' : 'repeated');
  // Not awaited by the provider: the acknowledgement depends on the row alone.
  if (isNew && orderId !== null)
    void life.send('notified', orderId, { notificationId: id }, { idempotencyKey: id });
  return 'stored';
}
