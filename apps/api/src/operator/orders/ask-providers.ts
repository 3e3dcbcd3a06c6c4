import { isToDeliver, type OrderId } from '@jawhara/domain';
import { lockOrder, checkSoon } from '../../orders/store/order.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/** A look at the order now: its providers are asked, what is paid is delivered, what is due goes back. Harmless to repeat. */
export function askProviders(
  context: OperatorContext,
  signOff: OperatorSignOff,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  return act(context, signOff, 'order ask', async (tx) => {
    const { state, isHeld } = await lockOrder(tx, orderId);
    // A key of its own: somebody asked now, whatever look waits already.
    const isEnqueued = await life.send('look', orderId, null, { idempotencyKey: `ask-${orders.newId()}` });
    if (!isEnqueued) return refused('engine-away');
    if (isToDeliver(state)) await checkSoon(tx, orderId, orders.now());
    return { subject: `order:${orderId}`, before: { state, held: isHeld }, after: { asked: true } };
  });
}
