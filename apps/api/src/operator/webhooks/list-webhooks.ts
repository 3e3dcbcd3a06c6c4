import { openAlertsOfKind } from '../../alerts/alert.store.ts';
import {
  webhookLines,
  webhooksWithoutOrder,
  unprocessedWebhooks,
  type WebhookLine,
} from '../../orders/store/webhook.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import type { OperatorContext } from '../operator-context.ts';

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

export const NOTIFICATION_LISTS = Object.keys(LISTS) as readonly WebhookList[];

export function listWebhooks(
  { orders: { db, now } }: OperatorContext,
  list: WebhookList,
): Promise<readonly WebhookLine[]> {
  return LISTS[list](db, now());
}
