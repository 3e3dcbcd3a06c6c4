import { orderNumber } from '@jawhara/domain';
import { listWebhooks, NOTIFICATION_LISTS } from '../../operator/webhooks/list-webhooks.ts';
import { replayWebhook } from '../../operator/webhooks/replay-webhook.ts';
import { orderMeant } from '../../operator/orders/order-meant.ts';
import { isRefused } from '../../operator/refusals.ts';
import type { WebhookLine } from '../../orders/store/webhook.store.ts';
import { shown, type Commands } from '../command.ts';
import { ageText, section, table } from '../print.ts';

const TITLES = {
  unprocessed: 'Not processed',
  'unheard-of': 'Of a type that nobody knows',
  'without-order': 'Without an order of ours',
} as const satisfies Record<(typeof NOTIFICATION_LISTS)[number], string>;

function lines(list: readonly WebhookLine[], now: Date): string[] {
  if (list.length === 0) return ['none'];
  return table(
    ['age', 'provider', 'type', 'order', 'notification'],
    list.map(({ receivedAt, provider, eventType, orderId, id }) => [
      ageText(receivedAt, now),
      provider,
      eventType,
      orderId && orderNumber(orderId),
      id,
    ]),
  );
}

export const NOTIFICATION_COMMANDS = {
  'notifications list': {
    kind: 'reads',
    usage: 'notifications list [--unprocessed | --unheard-of | --without-order]',
    says: 'what providers said and nobody could use',
    options: Object.fromEntries(NOTIFICATION_LISTS.map((list) => [list, { type: 'boolean' as const }])),
    async run({ context, flag, now }) {
      const chosen = NOTIFICATION_LISTS.filter((list) => flag(list));
      const lists = chosen.length > 0 ? chosen : NOTIFICATION_LISTS;
      const told = await Promise.all(
        lists.map(async (list) => section(TITLES[list], lines(await listWebhooks(context, list), now))),
      );
      return shown(told.flat().slice(1));
    },
  },
  'notifications replay': {
    kind: 'changes',
    usage: 'notifications replay NOTIFICATION [--order ORDER]',
    says: 'take a notification as if it had just come, for its order or for the one you name',
    options: { order: { type: 'string' } },
    async run({ context, signOff, words: [id], option }) {
      if (id === undefined) return { kind: 'usage' };
      const named = option('order');
      const orderId = named === null ? null : await orderMeant(context.orders.db, named);
      if (orderId !== null && typeof orderId !== 'string' && isRefused(orderId)) return orderId;
      return replayWebhook(context, signOff, { id, orderId });
    },
  },
} as const satisfies Commands;
