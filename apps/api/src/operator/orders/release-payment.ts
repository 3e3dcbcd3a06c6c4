import { moneyText } from '@jawhara/domain';
import { closeAlertsOfOrder } from '../../alerts/alert.store.ts';
import { acceptPayment, type Accepted } from '../../orders/paying/accept-payment.ts';
import { ENDED_BY_DECISION } from '../../orders/base/follow-hold.ts';
import { lockOrder, requireOrder } from '../../orders/store/order.store.ts';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { factsOf } from '../../orders/base/write-books.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, sameAsShown, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type OperatorRefusal, type Refused } from '../refusals.ts';
import { gemEffects, gemFacts, type GemEffect } from './gem-effects.ts';
import { wrongAmountMeant, type WrongAmount, type WrongAmountInput } from './wrong-amounts.ts';

export interface ReleasePlan extends WrongAmount {
  readonly gems: readonly GemEffect[];
}

const NOT_ACCEPTED = {
  'no-such-payment': 'no-wrong-amount',
  'paid-already': 'paid-already',
  'not-allowed': 'paid-already',
} as const satisfies Record<Exclude<Accepted, 'accepted'>, OperatorRefusal>;

/** The effects of accepting the wrong amount as the price. */
export async function planRelease(db: Reader, wanted: WrongAmountInput): Promise<ReleasePlan | Refused> {
  const meant = await wrongAmountMeant(db, 'order release', wanted);
  if (isRefused(meant)) return meant;
  const order = await requireOrder(db, wanted.orderId);
  const now = await factsOf(db, order);
  const payments = now.payments.map((payment) =>
    payment.providerPaymentId === meant.providerPaymentId && payment.provider === meant.provider
      ? { ...payment, standing: 'kept' as const }
      : payment,
  );
  return { ...meant, gems: await gemEffects(db, now, { ...now, isHonoured: true, payments }) };
}

/** A person takes the wrong amount for the price: the order is paid, and delivered as any other. */
export async function releasePayment(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: WrongAmountInput,
  shown: ReleasePlan,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  const done = await act(context, signOff, 'order release', async (tx) => {
    const order = await lockOrder(tx, wanted.orderId);
    const plan = sameAsShown(shown, await planRelease(tx, wanted));
    if (isRefused(plan)) return plan;
    const { came, price, gems, providerPaymentId } = plan;
    const accepted = await acceptPayment(tx, orders, order.id, plan);
    if (accepted !== 'accepted') return refused(NOT_ACCEPTED[accepted]);
    const ended = { kinds: ENDED_BY_DECISION, providerPaymentId };
    const closing = { ...signOff, at: orders.now() };
    const alerts = await closeAlertsOfOrder(tx, order.id, ended, closing);
    return {
      subject: `order:${order.id}`,
      before: { state: order.state, held: order.isHeld, ...gemFacts(gems, 'balanceBefore') },
      after: {
        state: 'paid',
        held: false,
        payment: providerPaymentId,
        came: moneyText(came),
        price: moneyText(price),
        alertsClosed: alerts,
        ...gemFacts(gems, 'balanceAfter'),
      },
    };
  });
  if (done.kind === 'done') await enqueueChecks(orders, life, [wanted.orderId]);
  return done;
}
