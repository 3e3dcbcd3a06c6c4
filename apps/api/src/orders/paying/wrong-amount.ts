import {
  alertKey,
  amountThatStands,
  isSameMoney,
  moneyText,
  type Money,
  type PaymentFact,
  type OrderId,
  type ProviderNumber,
} from '@jawhara/domain';
import { reopenAlert } from '../../alerts/alert.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { holdOrder, lockOrder, releaseOrder, type StoredOrder } from '../store/order.store.ts';
import { raiseOrderAlert } from '../base/raise-order-alert.ts';
import { followReturns } from '../refunds/take-return.ts';
import { changeAmount, attemptsOf, keepAfterAll, type Attempt } from '../store/payment.store.ts';
import { addToStory, makeMove } from '../base/make-move.ts';
import { endHold } from '../base/follow-hold.ts';
import { factsOf, writeBooks } from '../base/write-books.ts';

/** Whether the provider now reports another amount for a payment than before. */
export function isContradicted({ money }: Pick<Attempt, 'money'>, reportedMoney: Money): boolean {
  return money !== null && !isSameMoney(money, reportedMoney);
}

/**
 * [ORD-23] The provider reported two amounts for one payment: the books follow the smaller one, and an operator decides. A paid
 * order that is not delivered is held: `order release` delivers it, `order send-back` refunds it. A delivered order stays
 * delivered, and the operator may refund what is left of its money.
 */
export async function contradictAmount(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  known: Attempt,
  { providerPaymentId, money }: Pick<PaymentFact, 'providerPaymentId' | 'money'>,
): Promise<void> {
  const kind = 'amount-contradicted';
  const before = known.money === null ? null : moneyText(known.money);
  const detail = { providerPaymentId, told: moneyText(money), before };
  const stands = known.money === null ? money : amountThatStands(known.money, money);
  await changeAmount(tx, order.id, known.attempt, stands, context.now());
  if (!(await raiseOrderAlert(tx, context, order, kind, detail))) {
    // Another amount was reported before and its alert may be closed: the operator has not seen the new amount, so it is
    // reopened.
    const { subject } = alertKey(kind, { orderId: order.id, ...detail });
    await reopenAlert(tx, { kind, subject, providerPaymentId, at: context.now() });
  }
  if (order.state === 'paid' && known.standing === 'kept') await holdOrder(tx, order.id);
  await followReturns(tx, context, await lockOrder(tx, order.id), 'amount contradicted');
}

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
