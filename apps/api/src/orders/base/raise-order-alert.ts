import type { AlertKind } from '@jawhara/domain';
import { healAlert, raiseAlert, type Alert } from '../../alerts/alert.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import { addToStory } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import type { StoredOrder } from '../store/order.store.ts';

/** Raises an alert once per key: in the operator's list, in the order's events and in the log. */
export async function raiseOrderAlert<Kind extends AlertKind>(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  kind: Kind,
  detail: Alert<Kind>['detail'],
): Promise<boolean> {
  const isNew = await raiseAlert(tx, {
    id: context.newId(),
    kind,
    orderId: order.id,
    recipientId: order.recipientId,
    detail,
    at: context.now(),
  });
  if (!isNew) return false;
  await addToStory(tx, context, order, { kind, detail });
  context.logger.error({ alert: kind, orderId: order.id, detail }, 'an order needs a person');
  return true;
}

/** Closes the order's alerts of these kinds, of one payment or of all, because their cause is over. */
export async function healOrderAlerts(
  tx: Tx,
  { now }: Pick<OrderContext, 'now'>,
  { id: orderId }: Pick<StoredOrder, 'id'>,
  kinds: readonly AlertKind[],
  { why, providerPaymentId }: { readonly why: string; readonly providerPaymentId?: string },
): Promise<void> {
  const of = {
    about: { orderId },
    why,
    at: now(),
    ...(providerPaymentId !== undefined && { providerPaymentId }),
  };
  for (const kind of kinds) await healAlert(tx, { kind, ...of });
}

/** Closes the alert of an attempt that its provider had not answered in time, because the provider has answered now. */
export function endSilence(
  tx: Tx,
  context: Pick<OrderContext, 'now'>,
  order: Pick<StoredOrder, 'id'>,
  why: string,
): Promise<void> {
  return healOrderAlerts(tx, context, order, ['attempt-never-answered'], { why });
}
