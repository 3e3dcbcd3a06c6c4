import { openAlertsOfKind } from '../../alerts/alert.store.ts';
import {
  notificationLines,
  notificationsWithoutOrder,
  unprocessedNotifications,
  type NotificationLine,
} from '../../orders/store/notification.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import type { OperatorContext } from '../operator-context.ts';

const SHOWN_MAX = 200;
/** Younger ones are on their way. */
const WAITING_MS = 10_000;

/** Of a type that the provider's table does not have: their alerts are still open. */
async function unheardOf(db: Reader): Promise<NotificationLine[]> {
  const alerts = await openAlertsOfKind(db, 'unheard-of-event', SHOWN_MAX);
  const ids = alerts.flatMap(({ detail: { notification } }) =>
    typeof notification === 'string' ? [notification] : [],
  );
  return notificationLines(db, ids);
}

const LISTS = {
  unprocessed: (db: Reader, now: Date) =>
    unprocessedNotifications(db, new Date(now.getTime() - WAITING_MS), SHOWN_MAX),
  'unheard-of': unheardOf,
  'without-order': (db: Reader) => notificationsWithoutOrder(db, SHOWN_MAX),
} as const satisfies Record<string, (db: Reader, now: Date) => Promise<NotificationLine[]>>;

export type NotificationList = keyof typeof LISTS;

export const NOTIFICATION_LISTS = Object.keys(LISTS) as readonly NotificationList[];

export function listNotifications(
  { orders: { db, now } }: OperatorContext,
  list: NotificationList,
): Promise<readonly NotificationLine[]> {
  return LISTS[list](db, now());
}
