import { orderNumber, type OrderId } from '@jawhara/domain';
import { webhookById, putBackInInbox, type WebhookRecord } from '../../orders/store/webhook.store.ts';
import { alertsOfSubject, healAlert, type StoredAlert } from '../../alerts/alert.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { recordRead, act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import { actionsOn, type OperatorAction } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, isRefused, type Refused } from '../refusals.ts';
import { facts, section, table, type ReportPart } from '../report-parts.ts';
import { unparkOrder } from '../../orders/base/park-order.ts';
import { enqueueWebhooks } from '../../orders/webhooks/enqueue-webhooks.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The webhook with this id, or a refusal. */
export async function webhookMeant(db: Reader, id: string): Promise<WebhookRecord | Refused> {
  const found = UUID.test(id) ? await webhookById(db, id) : null;
  return found ?? refused('no-such-notification', id);
}

/**
 * Whether a recorded action concerns this webhook. A replay has the order as its subject and a discard the webhook, so
 * the facts are compared.
 */
const concerns = ({ before, after }: OperatorAction, id: string): boolean =>
  before['notification'] === id || after['notification'] === id;

interface ShownWebhook {
  readonly webhook: WebhookRecord;
  readonly alerts: readonly StoredAlert[];
  readonly actions: readonly OperatorAction[];
}

export async function showWebhook(
  context: OperatorContext,
  signOff: OperatorSignOff,
  id: string,
): Promise<ShownWebhook | Refused> {
  const { db } = context.orders;
  const webhook = await webhookMeant(db, id);
  if ('kind' in webhook) return webhook;
  const no = await recordRead(context, signOff, 'webhooks show', `webhook:${id}`);
  if (no !== null) return no;
  const { orderId } = webhook;
  const ofOrder = orderId === null ? [] : await actionsOn(db, `order:${orderId}`);
  const actions = [...(await actionsOn(db, `webhook:${id}`)), ...ofOrder.filter((one) => concerns(one, id))];
  return { webhook, alerts: await alertsOfSubject(db, id), actions };
}

function stateOf({ processedAt, parkedAt, discardedAt, orderId }: WebhookRecord): string {
  if (discardedAt !== null) return 'discarded';
  if (parkedAt !== null) return 'parked';
  if (processedAt !== null) return 'processed';
  return orderId === null ? 'without an order' : 'waiting';
}

export function webhookParts({ webhook, alerts, actions }: ShownWebhook): ReportPart[] {
  const { id, provider, eventType, eventId, orderId, providerPaymentId, receivedAt, failures, body } =
    webhook;
  const faults = alerts.map(({ kind, detail, raisedAt, closedAt }) => [
    raisedAt,
    kind,
    closedAt === null ? 'open' : 'closed',
    detail['step'] ?? null,
    detail['error'] ?? detail['why'] ?? null,
  ]);
  return [
    id,
    facts([
      ['state', stateOf(webhook)],
      ['provider', provider],
      ['type', eventType],
      ['event', eventId],
      ['order', orderId && orderNumber(orderId)],
      ['payment', providerPaymentId],
      ['received', receivedAt],
      ['processed', webhook.processedAt],
      ['parked', webhook.parkedAt],
      ['discarded', webhook.discardedAt],
      ['failures', failures],
    ]),
    ...section('Alerts', faults.length > 0 ? [table(['raised', 'kind', '', 'step', 'fault'], faults)] : []),
    ...section(
      'Operators',
      actions.length > 0
        ? [
            table(
              ['when', 'who', 'what', 'why'],
              actions.map(({ at, by, verb, why }) => [at, by, verb, why]),
            ),
          ]
        : [],
    ),
    ...section('Text', [body]),
  ];
}

/** Kinds of alert that a single webhook can raise. */
export const ALERTS_OF_WEBHOOKS = [
  'notification-without-order',
  'unreadable-notification',
  'unheard-of-event',
  'webhook-parked',
] as const;

/**
 * Processes a webhook as if it had just arrived; processing it twice is harmless. A webhook that belongs to no order
 * can be assigned to one.
 */
export async function replayWebhook(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: { readonly id: string; readonly orderId: OrderId | null },
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  const done = await act(context, signOff, 'webhooks replay', async (tx) => {
    const found = await webhookMeant(tx, wanted.id);
    if (isRefused(found)) return found;
    if (found.orderId !== null && wanted.orderId !== null && found.orderId !== wanted.orderId)
      return refused('notification-of-another-order', found.orderId);
    const orderId = found.orderId ?? wanted.orderId;
    if (orderId === null) return refused('notification-without-order');
    const at = orders.now();
    await putBackInInbox(tx, found.id, { orderId, handOverAfter: at });
    for (const kind of ALERTS_OF_WEBHOOKS)
      await healAlert(tx, { kind, about: { subject: found.id }, why: `replayed by ${signOff.by}`, at });
    await unparkOrder(tx, orders, orderId, found.id);
    return {
      subject: `order:${orderId}`,
      before: { notification: found.id, processed: found.processedAt !== null, order: found.orderId },
      after: { notification: found.id, processed: false, order: orderId },
    };
  });
  // If the engine does not answer, the sweeper enqueues the stored webhook later.
  if (done.kind === 'done') await enqueueWebhooks(orders.db, life, [wanted.id]);
  return done;
}
