import type { OrderId } from '@jawhara/domain';
import { lockOrder } from '../../orders/store/order.store.ts';
import { liftAllOf, standingOf } from '../../penalties/restriction.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/**
 * Ends the restrictions of payer, device and card that a chargeback of this order caused; the same dispute does not bring them
 * back. A ban is lifted apart: it may concern another person.
 */
export function liftRestrictions(
  context: OperatorContext,
  signOff: OperatorSignOff,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'order unrestrict', async (tx) => {
    await lockOrder(tx, orderId);
    const standing = await standingOf(tx, orderId);
    if (standing.length === 0) return refused('restricts-nobody');
    await liftAllOf(tx, orderId, { at: context.orders.now(), by: `person:${signOff.by}` });
    return { subject: `order:${orderId}`, before: { restricted: [...standing] }, after: { restricted: [] } };
  });
}
