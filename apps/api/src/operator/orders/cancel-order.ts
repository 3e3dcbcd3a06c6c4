import { orderVerb, type OrderId } from '@jawhara/domain';
import { moneyOf } from '../../orders/base/write-books.ts';
import { giveUp } from '../../orders/paying/decide-order.ts';
import { lockOrder } from '../../orders/store/order.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/** Given up for the payer's eyes. Its attempts are asked about all the same, and money that comes still counts (ORD-15). */
export function cancelOrder(
  context: OperatorContext,
  signOff: OperatorSignOff,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'order cancel', async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { state } = order;
    const answer = orderVerb('order cancel', await moneyOf(tx, order));
    if (answer.kind === 'refused') return refused(answer.because, state);
    const why = `by ${signOff.by}`;
    if (!(await giveUp(tx, context.orders, orderId, 'cancelled', why)))
      return refused('not-cancellable', state);
    return { subject: `order:${orderId}`, before: { state }, after: { state: 'cancelled' } };
  });
}
