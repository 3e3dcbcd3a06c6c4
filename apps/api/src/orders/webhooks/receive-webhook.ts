import { createHash } from 'node:crypto';
import {
  jsonWithoutCardNumbers,
  storableJson,
  storableText,
  type OrderId,
  type ProviderNumber,
} from '@jawhara/domain';
import { raiseAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { storeWebhook, type NewWebhook } from '../store/webhook.store.ts';
import type { OrderContext } from '../base/order-context.ts';
import { WEBHOOK_PARKED } from '../base/park-order.ts';
import type { OrderLifeClient } from '../base/order-life.ts';

export type WebhookReceipt = 'forged' | 'stored';

/** More than any provider's id has; an index takes no text of several thousand characters. */
const ID_CHARS_MAX = 255;

/**
 * The webhook in a form that PostgreSQL can store. If storing alters it, a digest replaces its event id, which may be
 * altered too.
 */
function storable(
  reading: Exclude<WebhookReading, { kind: 'forged' }>,
  { body: bytes }: RawWebhook,
  id: string,
): {
  readonly webhook: Omit<NewWebhook, 'id' | 'provider' | 'orderId' | 'parkedAt'>;
  readonly isAltered: boolean;
} {
  const sent = bytes.toString('utf8');
  const text = storableJson(sent);
  // Must stay JSON of the same shape: the webhook's meaning is read from this text later.
  const body = jsonWithoutCardNumbers(text);
  if (reading.kind === 'unreadable')
    return {
      webhook: { eventId: `unreadable-${id}`, eventType: 'unreadable', providerPaymentId: null, body },
      isAltered: false,
    };
  const cut = (one: string): string => storableText(one).slice(0, ID_CHARS_MAX);
  const isAltered = text !== sent || cut(reading.eventId) !== reading.eventId;
  const digest = createHash('sha256').update(bytes).digest('hex');
  return {
    webhook: {
      eventId: isAltered ? `altered-${digest}` : reading.eventId,
      eventType: cut(reading.eventType),
      providerPaymentId: reading.providerPaymentId && cut(reading.providerPaymentId),
      body,
    },
    isAltered,
  };
}

type WhyRaised =
  | 'unreadable-notification'
  | 'unheard-of-event'
  | 'notification-without-order'
  | typeof WEBHOOK_PARKED;

/** Why an alert is raised at once; null when the order's flow processes the webhook, or it has no effect. */
function whyRaised(
  reading: Exclude<WebhookReading, { kind: 'forged' }>,
  word: WebhookMeaning | null,
  { orderId, isAltered }: { readonly orderId: OrderId | null; readonly isAltered: boolean },
): WhyRaised | null {
  if (reading.kind === 'unreadable') return 'unreadable-notification';
  if (isAltered) return WEBHOOK_PARKED;
  if (orderId !== null) return null;
  if (word === null) return 'unreadable-notification';
  if (word.kind === 'nothing') return null;
  return word.kind === 'unheard-of' ? 'unheard-of-event' : 'notification-without-order';
}

/**
 * The order is: check the signature, store the webhook, acknowledge, enqueue. If the process dies in between, the row exists and the
 * sweeper finds it. A webhook without an order, an unreadable one and an altered one are stored and raise an alert; none is dropped.
 * An altered one is parked: the part that was cut may have mattered, so an operator decides.
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
  const { webhook, isAltered } = storable(reading, raw, id);
  const { body } = webhook;
  const named = reading.kind === 'read' ? reading.orderId : null;
  const stored = await inTransaction(context.db, async (tx) => {
    const found = await storeWebhook(
      tx,
      { ...webhook, id, provider, orderId: named, parkedAt: isAltered ? receivedAt : null },
      receivedAt,
      isAltered ? null : new Date(receivedAt.getTime() + context.timing.askAfterMs),
    );
    if (found === null) return null;
    const { orderId } = found;
    const word = orderId === null ? providers.get(provider).interpretWebhook(body) : null;
    const why = whyRaised(reading, word, { orderId, isAltered });
    if (why !== null) {
      await raiseAlert(tx, {
        id: context.newId(),
        kind: why,
        orderId,
        recipientId: null,
        detail: { notification: id, ...(isAltered && { error: 'a text that the database refuses' }) },
        at: receivedAt,
      });
      context.logger.error({ alert: why, notification: id }, 'a webhook needs an operator');
    }
    return found;
  });
  context.watch.notification(stored === null ? 'repeated' : 'stored');
  if (stored !== null && isAltered) context.watch.notification('parked');
  // Not awaited: the acknowledgement depends on the stored row alone, not on the engine.
  if (stored !== null && stored.orderId !== null && !isAltered)
    void life.send('notified', stored.orderId, { notificationId: id }, { idempotencyKey: id });
  return 'stored';
}
