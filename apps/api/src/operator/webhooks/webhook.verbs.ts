import { orderNumber, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { healAlert, openAlertsOfKind } from '../../alerts/alert.store.ts';
import {
  putBackInInbox,
  unprocessedWebhooks,
  webhookById,
  webhookLines,
  webhooksWithoutOrder,
  type WebhookLine,
} from '../../orders/store/webhook.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { orderMeant } from '../orders/order-meant.ts';
import { refused, type Refused } from '../refusals.ts';
import { section, table, type ReportPart } from '../report-parts.ts';
import { flag, optionalOption, word } from '../verb-fields.ts';
import { change, openRead, shown } from '../verb.ts';

const SHOWN_MAX = 200;
/** Younger ones are on their way. */
const WAITING_MS = 10_000;

/** Of a type that the provider's table does not have: their alerts are still open. */
async function unheardOf(db: Reader): Promise<WebhookLine[]> {
  const alerts = await openAlertsOfKind(db, 'unheard-of-event', SHOWN_MAX);
  const ids = alerts.flatMap(({ detail: { notification } }) =>
    typeof notification === 'string' ? [notification] : [],
  );
  return webhookLines(db, ids);
}

const LISTS = {
  unprocessed: (db: Reader, now: Date) =>
    unprocessedWebhooks(db, new Date(now.getTime() - WAITING_MS), SHOWN_MAX),
  'unheard-of': unheardOf,
  'without-order': (db: Reader) => webhooksWithoutOrder(db, SHOWN_MAX),
} as const satisfies Record<string, (db: Reader, now: Date) => Promise<WebhookLine[]>>;

export type WebhookList = keyof typeof LISTS;

const NOTIFICATION_LISTS = Object.keys(LISTS) as readonly WebhookList[];

export function listWebhooks(
  { orders: { db, now } }: OperatorContext,
  list: WebhookList,
): Promise<readonly WebhookLine[]> {
  return LISTS[list](db, now());
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Alerts that a notification on its own can have raised; given to an order, it has found its place. */
const ENDED = ['notification-without-order', 'unreadable-notification', 'unheard-of-event'] as const;

/** Takes it as if it had just come; whatever it says is harmless to hear twice. One without an order can be given one. */
export async function replayWebhook(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: { readonly id: string; readonly orderId: OrderId | null },
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  let handOver: OrderId | null = null;
  const done = await act(context, signOff, 'webhooks replay', async (tx) => {
    const found = UUID.test(wanted.id) ? await webhookById(tx, wanted.id) : null;
    if (found === null) return refused('no-such-notification', wanted.id);
    if (found.orderId !== null && wanted.orderId !== null && found.orderId !== wanted.orderId)
      return refused('notification-of-another-order', found.orderId);
    const orderId = found.orderId ?? wanted.orderId;
    if (orderId === null) return refused('notification-without-order');
    const at = orders.now();
    await putBackInInbox(tx, found.id, { orderId, handOverAfter: at });
    for (const kind of ENDED)
      await healAlert(tx, { kind, about: { subject: found.id }, why: `replayed by ${signOff.by}`, at });
    handOver = orderId;
    return {
      subject: `order:${orderId}`,
      before: { notification: found.id, processed: found.isProcessed, order: found.orderId },
      after: { notification: found.id, processed: false, order: orderId },
    };
  });
  // Not taken by the engine: the sweeper finds it in the inbox.
  if (done.kind === 'done' && handOver !== null)
    await life.send('notified', handOver, { notificationId: wanted.id });
  return done;
}

const TITLES = {
  unprocessed: 'Not processed',
  'unheard-of': 'Of a type that nobody knows',
  'without-order': 'Without an order of ours',
} as const satisfies Record<WebhookList, string>;

function webhookTable(list: readonly WebhookLine[]): ReportPart {
  if (list.length === 0) return 'none';
  return table(
    ['age', 'provider', 'type', 'order', 'notification'],
    list.map(({ receivedAt, provider, eventType, orderId, id }) => [
      { since: receivedAt },
      provider,
      eventType,
      orderId && orderNumber(orderId),
      id,
    ]),
  );
}

export const WEBHOOK_VERBS = [
  openRead({
    name: 'webhooks list',
    says: 'what providers said and nobody could use; all three lists unless one is named',
    input: v.strictObject({ unprocessed: flag(), unheardOf: flag(), withoutOrder: flag() }),
    async run({ context }, { unprocessed, unheardOf, withoutOrder }) {
      const isNamed = { unprocessed, 'unheard-of': unheardOf, 'without-order': withoutOrder };
      const named = NOTIFICATION_LISTS.filter((list) => isNamed[list]);
      const sections = await Promise.all(
        (named.length > 0 ? named : NOTIFICATION_LISTS).map(async (list) =>
          section(TITLES[list], [webhookTable(await listWebhooks(context, list))]),
        ),
      );
      return shown(...sections.flat());
    },
  }),
  change({
    name: 'webhooks replay',
    says: 'take a notification as if it had just come, for its order or for the one you name',
    input: v.strictObject({ id: word('NOTIFICATION'), order: optionalOption('ORDER') }),
    async run({ context, signOff }, { id, order }) {
      const orderId = order === null ? null : await orderMeant(context.orders.db, order);
      if (orderId !== null && typeof orderId !== 'string') return orderId;
      return replayWebhook(context, signOff, { id, orderId });
    },
  }),
] as const;
