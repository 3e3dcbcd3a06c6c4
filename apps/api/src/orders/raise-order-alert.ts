import type { AlertKind } from '@jawhara/domain';
import { healAlert, raiseAlert } from '../alerts/alert.store.ts';
import type { Tx } from '../platform/postgres.ts';
import { addToStory } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import type { StoredOrder } from './order.store.ts';

interface AlertDetail extends Readonly<Record<string, string | number | null>> {
  readonly providerPaymentId?: string | null;
}

/** Once per order, kind and payment, or per subject where one is given: in the operator's list, in the order's story and in the log. */
export async function raiseOrderAlert(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  kind: AlertKind,
  { providerPaymentId = null, ...rest }: AlertDetail,
  subject?: string,
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
    ...(subject !== undefined && { subject }),
  });
  if (!isNew) return;
  await addToStory(tx, context, order, { kind, detail });
  context.logger.error({ alert: kind, orderId: order.id, detail }, 'an order needs a person');
}

/** What the alerts say is over, of one payment or of the whole order: they close by themselves. */
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

/** An attempt that everybody had given up on has its last word after all. */
export function endSilence(
  tx: Tx,
  context: Pick<OrderContext, 'now'>,
  order: Pick<StoredOrder, 'id'>,
  why: string,
): Promise<void> {
  return healOrderAlerts(tx, context, order, ['attempt-never-answered'], { why });
}
