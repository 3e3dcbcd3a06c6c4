import {
  deliveryDueAt,
  DELIVERY_IS_LATE_AFTER_MS,
  DELIVERY_LIMIT_HOURS_MAX,
  isToDeliver,
  type AlertKind,
  type OrderId,
} from '@jawhara/domain';
import { BY_ITSELF, openAlertsOfKind, reopenAlert, healAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder, ordersPaidBefore } from '../store/order.store.ts';
import { healOrderAlerts, raiseOrderAlert } from '../base/raise-order-alert.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { NOT_CONNECTED } from '../base/connected-provider.ts';

const READ_MAX = 500;
const LONGEST_LIMIT = { deliveryLimitHours: DELIVERY_LIMIT_HOURS_MAX };

/**
 * Alerts that close when the gems were delivered or the money went back: no payer waits any more, and a requested refund is made.
 */
const OVER_ONCE_NOT_PAID = ['not-delivered-in-time', 'refund-wished'] as const satisfies readonly AlertKind[];

/**
 * Raises an alert for an order that is paid and not delivered in time, and closes it once it is delivered or refunded. Past the
 * promised limit the payer gets a mail.
 */
export async function watchDeliveries(
  context: OrderContext,
  { deliveryLimitHours }: { readonly deliveryLimitHours: number } = LONGEST_LIMIT,
): Promise<void> {
  const { db, now } = context;
  const since = new Date(now().getTime() - DELIVERY_IS_LATE_AFTER_MS);
  for (const id of await ordersPaidBefore(db, since, READ_MAX))
    await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id);
      if (!isToDeliver(order.state)) return;
      await raiseOrderAlert(tx, context, order, 'not-delivered-in-time', {});
      // The alert was closed because the money had gone back. The money is with us again, so the order is late again.
      for (const kind of OVER_ONCE_NOT_PAID)
        await reopenAlert(tx, { kind, subject: id, closedBy: BY_ITSELF, at: now() });
      if (now() >= deliveryDueAt(order.createdAt, deliveryLimitHours))
        await context.news.late(tx, context, order);
    });
  for (const kind of OVER_ONCE_NOT_PAID)
    for (const { orderId } of await openAlertsOfKind(db, kind, READ_MAX))
      if (orderId !== null) await closeOnceOver(context, orderId);
}

async function closeOnceOver(context: OrderContext, orderId: OrderId): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (isToDeliver(order.state)) return;
    const why = `the order is ${order.state}`;
    await healOrderAlerts(tx, context, order, OVER_ONCE_NOT_PAID, { why });
  });
}

const PROVIDERS_READ_MAX = 100;

/** Closes the alerts of providers that are connected again. Their orders continue at their next check. */
export async function watchConnections(
  { db, now, logger }: Pick<OrderContext, 'db' | 'now' | 'logger'>,
  providers: ProviderRegistry,
): Promise<void> {
  for (const { kind, subject, detail } of await openAlertsOfKind(db, NOT_CONNECTED, PROVIDERS_READ_MAX)) {
    const provider = detail['provider'];
    if (typeof provider !== 'number' || !providers.has(provider as Parameters<typeof providers.has>[0]))
      continue;
    const why = 'the provider is connected again';
    await inTransaction(db, (tx) => healAlert(tx, { kind, about: { subject }, why, at: now() }));
    logger.info({ alert: kind, subject }, why);
  }
}
