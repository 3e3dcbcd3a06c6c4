import { orderNumber } from '@jawhara/domain';
import * as v from 'valibot';
import { openAlertsOfKind, closeAlertsOfSubject } from '../../alerts/alert.store.ts';
import {
  parkedWebhooks,
  unprocessedWebhooks,
  webhookLines,
  webhooksWithoutOrder,
  type WebhookLine,
  discardWebhook as markDiscarded,
  type WebhookRecord,
} from '../../orders/store/webhook.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import type { OperatorContext } from '../operator-context.ts';
import { orderMeant } from '../orders/order.verbs.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { facts, section, table, type ReportPart } from '../report-parts.ts';
import { flag, optionalOption, word } from '../verb-fields.ts';
import { change, confirmedChange, openRead, personalRead, shown } from '../verb.ts';
import {
  replayWebhook,
  ALERTS_OF_WEBHOOKS,
  showWebhook,
  webhookParts,
  webhookMeant,
} from './stored-webhook.ts';
import { unparkOrder } from '../../orders/base/park-order.ts';
import { act, sameAsShown, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';

export type DiscardPlan = Pick<
  WebhookRecord,
  'id' | 'provider' | 'eventType' | 'orderId' | 'providerPaymentId' | 'failures'
>;

export async function planDiscard(db: Reader, id: string): Promise<DiscardPlan | Refused> {
  const found = await webhookMeant(db, id);
  if (isRefused(found)) return found;
  if (found.processedAt !== null) return refused('webhook-processed', id);
  if (found.discardedAt !== null) return refused('webhook-discarded', id);
  const { provider, eventType, orderId, providerPaymentId, failures } = found;
  return { id: found.id, provider, eventType, orderId, providerPaymentId, failures };
}

/**
 * [NET-14] A discarded webhook is never processed, unless it is replayed. Its row stays, so that a repeated delivery is
 * recognised.
 */
export function discardWebhook(
  context: OperatorContext,
  signOff: OperatorSignOff,
  shown: DiscardPlan,
): Promise<ActionDone | Refused> {
  const { orders } = context;
  return act(context, signOff, 'webhooks discard', async (tx) => {
    const plan = sameAsShown(shown, await planDiscard(tx, shown.id));
    if (isRefused(plan)) return plan;
    const { id, orderId, failures, eventType } = plan;
    const at = orders.now();
    if (!(await markDiscarded(tx, id, at))) return refused('changed-meanwhile', id);
    const alerts = await closeAlertsOfSubject(tx, id, ALERTS_OF_WEBHOOKS, { ...signOff, at });
    if (orderId !== null) await unparkOrder(tx, orders, orderId, id);
    return {
      subject: `webhook:${id}`,
      before: { notification: id, type: eventType, order: orderId, failures },
      after: { notification: id, discarded: true, alerts },
    };
  });
}

const SHOWN_MAX = 200;
/** A webhook younger than this is probably still being processed, so it is not listed as unprocessed. */
const WAITING_MS = 10_000;

/** Webhooks whose event type is missing in the provider's table of event types, and whose alert is still open. */
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
  parked: (db: Reader) => parkedWebhooks(db, SHOWN_MAX),
} as const satisfies Record<string, (db: Reader, now: Date) => Promise<WebhookLine[]>>;

export type WebhookList = keyof typeof LISTS;

const WEBHOOK_LISTS = Object.keys(LISTS) as readonly WebhookList[];

export function listWebhooks(
  { orders: { db, now } }: OperatorContext,
  list: WebhookList,
): Promise<readonly WebhookLine[]> {
  return LISTS[list](db, now());
}

const TITLES = {
  unprocessed: 'Not processed',
  'unheard-of': 'Of a type that nobody knows',
  'without-order': 'Without an order of ours',
  parked: 'Parked: they could not be processed',
} as const satisfies Record<WebhookList, string>;

function webhookTable(list: readonly WebhookLine[]): ReportPart {
  if (list.length === 0) return 'none';
  return table(
    ['age', 'provider', 'type', 'order', 'webhook'],
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
    says: 'webhooks of providers that were not processed; all four lists unless one is named',
    input: v.strictObject({ unprocessed: flag(), unheardOf: flag(), withoutOrder: flag(), parked: flag() }),
    async run({ context }, { unprocessed, unheardOf, withoutOrder, parked }) {
      const isNamed = { unprocessed, 'unheard-of': unheardOf, 'without-order': withoutOrder, parked };
      const named = WEBHOOK_LISTS.filter((list) => isNamed[list]);
      const sections = await Promise.all(
        (named.length > 0 ? named : WEBHOOK_LISTS).map(async (list) =>
          section(TITLES[list], [webhookTable(await listWebhooks(context, list))]),
        ),
      );
      return shown(...sections.flat());
    },
  }),
  personalRead({
    name: 'webhooks show',
    says: 'a webhook with its text, its faults, and what operators did to it',
    input: v.strictObject({ id: word('WEBHOOK') }),
    async run({ context, signOff }, { id }) {
      const found = await showWebhook(context, signOff, id);
      return isRefused(found) ? found : shown(...webhookParts(found));
    },
  }),
  change({
    name: 'webhooks replay',
    says: 'process a webhook as if it had just come, for its order or for the one you name',
    input: v.strictObject({ id: word('WEBHOOK'), order: optionalOption('ORDER') }),
    async run({ context, signOff }, { id, order }) {
      const orderId = order === null ? null : await orderMeant(context.orders.db, order);
      if (orderId !== null && typeof orderId !== 'string') return orderId;
      return replayWebhook(context, signOff, { id, orderId });
    },
  }),
  confirmedChange({
    name: 'webhooks discard',
    says: 'a webhook is not to be processed; its record says who decided so and why',
    input: v.strictObject({ id: word('WEBHOOK') }),
    plan: ({ context }, { id }) => planDiscard(context.orders.db, id),
    show: (plan) => [
      facts([
        ['discards', plan.id],
        ['of provider', plan.provider],
        ['type', plan.eventType],
        ['order', plan.orderId && orderNumber(plan.orderId)],
        ['payment', plan.providerPaymentId],
        ['failures', plan.failures],
        ['beware', 'money that only this webhook tells of is not in our books then'],
      ]),
    ],
    run: ({ context, signOff }, plan) => discardWebhook(context, signOff, plan),
  }),
] as const;
