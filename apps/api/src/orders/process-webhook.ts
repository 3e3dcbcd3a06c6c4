import { isToDeliver, type OrderId } from '@jawhara/domain';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { OrderContext } from './base/order-context.ts';
import { namePayment } from './paying/decide-order.ts';
import { takeMoney } from './paying/take-money.ts';
import { requireOrder } from './store/order.store.ts';
import {
  finishWebhook,
  markWebhookProcessed,
  readWebhook,
  type InterpretedWebhook,
} from './webhooks/read-webhook.ts';

/**
 * `isOwed` is set once the webhook is processed: whether the order is to be delivered. While it is missing, the flow still has to
 * apply the webhook's meaning in steps of its own.
 */
export type WebhookProgress = InterpretedWebhook & { readonly isOwed?: boolean };

/**
 * Reads a webhook and, if its meaning needs no provider and no other step, records what it means and that it is processed, in
 * one transaction. The engine's log keeps the meaning, for an order that a restored database lacks.
 */
export async function processWebhook(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
  notificationId: string,
): Promise<WebhookProgress | 'not-connected' | 'owed' | null> {
  const read = await readWebhook(context, providers, notificationId);
  if (read === 'not-connected') return read;
  if (read === null) {
    await finishWebhook(context, orderId, notificationId);
    // An earlier run of this step may have crashed after it recorded the money, so the order is still to be delivered.
    return isToDeliver((await requireOrder(context.db, orderId)).state) ? 'owed' : null;
  }
  const { provider, word } = read;
  const finish = (tx: Tx): Promise<void> => markWebhookProcessed(tx, context, orderId, notificationId);
  const done = (isOwed: boolean): WebhookProgress => {
    context.watch.notification('processed');
    return { provider, word, isOwed };
  };
  switch (word.kind) {
    case 'nothing':
      await inTransaction(context.db, finish);
      return done(false);
    case 'pending':
      await (read.isPaymentNamed
        ? inTransaction(context.db, finish)
        : namePayment(context, orderId, { ...word, provider }, finish));
      return done(false);
    case 'paid': {
      const { outcome, isOwed } = await takeMoney(context, orderId, { ...word, provider }, finish);
      return outcome === 'second-payment' ? read : done(isOwed);
    }
    default:
      return read;
  }
}
