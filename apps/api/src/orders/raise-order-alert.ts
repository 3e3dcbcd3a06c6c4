import { raiseAlert, type AlertKind } from '../alerts/alert.store.ts';
import type { Tx } from '../platform/postgres.ts';
import { tellStory } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import type { StoredOrder } from './order.store.ts';

interface AlertDetail extends Readonly<Record<string, string | number | null>> {
  readonly providerPaymentId?: string | null;
}

/** Once per order, kind and payment: in the operator's list, in the order's story and in the log. */
export async function raiseOrderAlert(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  kind: AlertKind,
  { providerPaymentId = null, ...rest }: AlertDetail,
): Promise<void> {
  const detail = { ...(providerPaymentId !== null && { providerPaymentId }), ...rest };
  const isNew = await raiseAlert(tx, {
    id: context.newId(),
    kind,
    orderId: order.id,
    recipientId: order.recipientId,
    providerPaymentId,
    detail,
    at: context.now(),
  });
  if (!isNew) return;
  await tellStory(tx, context, order, { kind, detail });
  context.logger.error({ alert: kind, orderId: order.id, detail }, 'an order needs a person');
}
