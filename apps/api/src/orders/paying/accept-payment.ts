import type { OrderId, ProviderNumber } from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import { addToStory, makeMove } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import { lockOrder, releaseOrder } from '../store/order.store.ts';
import { endHold } from '../base/follow-hold.ts';
import { attemptsOf, keepAfterAll } from '../store/payment.store.ts';
import { factsOf, writeBooks } from '../base/write-books.ts';

export type Accepted = 'accepted' | 'no-such-payment' | 'paid-already' | 'not-allowed';

/** An operator accepts a wrong amount as the price: the order is paid and delivered like any other. */
export async function acceptPayment(
  tx: Tx,
  context: OrderContext,
  orderId: OrderId,
  { provider, providerPaymentId }: { readonly provider: ProviderNumber; readonly providerPaymentId: string },
): Promise<Accepted> {
  const order = await lockOrder(tx, orderId);
  const attempts = await attemptsOf(tx, orderId);
  const named = attempts.find(
    (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
  );
  const story = { kind: 'accepted-by-person', detail: { provider, providerPaymentId } };
  if (named?.standing === 'kept' && order.isHeld && order.state === 'paid') {
    // Its provider had reported two amounts: the payment is accepted already, and the order is delivered now.
    await addToStory(tx, context, order, story);
    await endHold(tx, context, order);
    return 'accepted';
  }
  const wrong = named?.standing === 'wrong-amount' ? named : null;
  if (!wrong) return 'no-such-payment';
  if (attempts.some(({ standing }) => standing === 'kept')) return 'paid-already';
  await keepAfterAll(tx, orderId, wrong.attempt, context.now());
  await releaseOrder(tx, orderId);
  if ((await makeMove(tx, context, order, { to: 'paid' }, story)) === 'not-allowed') return 'not-allowed';
  await writeBooks(tx, context, order, { kind: 'payment accepted', facts: await factsOf(tx, order, 'paid') });
  return 'accepted';
}
