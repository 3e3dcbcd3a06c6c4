import {
  moneyText,
  orderNumber,
  orderVerb,
  usdMoney,
  type Money,
  type OrderId,
  type ProviderNumber,
} from '@jawhara/domain';
import { closeAlertsOfOrder } from '../../alerts/alert.store.ts';
import { ENDED_BY_DECISION, followHold } from '../../orders/base/follow-hold.ts';
import { factsOf, moneyOf } from '../../orders/base/write-books.ts';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { acceptPayment, type Accepted } from '../../orders/paying/wrong-amount.ts';
import { recordRefund } from '../../orders/refunds/record-refund.ts';
import { lockOrder, requireOrder } from '../../orders/store/order.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, sameAsShown, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type OperatorRefusal, type Refused } from '../refusals.ts';
import { gemEffects, gemFacts, type GemEffect } from './move-gems.ts';

export interface WrongAmountInput {
  readonly orderId: OrderId;
  /** The provider's payment id; needed where several payments of a wrong amount wait for a decision. */
  readonly providerPaymentId: string | null;
}

export interface WrongAmount {
  readonly number: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly came: Money;
  /** The part of the payment that we still hold and that is reserved for no refund or dispute. */
  readonly left: Money;
  readonly price: Money;
}

/** The payment about which the operator decides with this verb: if several wait, the one with the given id. */
async function wrongAmountMeant(
  db: Reader,
  verb: 'order release' | 'order send-back',
  { orderId, providerPaymentId }: WrongAmountInput,
): Promise<WrongAmount | Refused> {
  const order = await requireOrder(db, orderId);
  const answer = orderVerb(verb, await moneyOf(db, order));
  if (answer.kind === 'refused') return refused(answer.because);
  const meant = answer.payments.filter(
    ({ payment }) => providerPaymentId === null || payment.providerPaymentId === providerPaymentId,
  );
  const [first, another] = meant;
  if (first === undefined) return refused('no-wrong-amount');
  if (another !== undefined)
    return refused(
      'several-wrong-amounts',
      meant.map(({ payment, left }) => `${payment.providerPaymentId} (${moneyText(left)})`).join(', '),
    );
  const { payment, left } = first;
  return {
    number: orderNumber(orderId),
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    came: payment.money,
    left,
    price: usdMoney(order.priceUsdCents),
  };
}

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

/** Accepts the wrong amount as the price: the order is paid, and delivered like any other. */
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

export function planSendBack(db: Reader, wanted: WrongAmountInput): Promise<WrongAmount | Refused> {
  return wrongAmountMeant(db, 'order send-back', wanted);
}

/**
 * Refunds the rest of a payment of a wrong amount, or of a second payment whose refund has failed. Once no such money
 * is left the order is no longer held: it may still be paid with the right amount, or expires at its deadline.
 */
export async function sendBackPayment(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: WrongAmountInput,
  shown: WrongAmount,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  const done = await act(context, signOff, 'order send-back', async (tx) => {
    const order = await lockOrder(tx, wanted.orderId);
    const plan = sameAsShown(shown, await planSendBack(tx, wanted));
    if (isRefused(plan)) return plan;
    const { provider, providerPaymentId, left: money, came } = plan;
    const cause = `person-${orders.newId()}`;
    const payment = { provider, providerPaymentId };
    await recordRefund(tx, orders, order, { payment, money, cause, requestedBy: signOff.by });
    const ended = { kinds: ENDED_BY_DECISION, providerPaymentId };
    const alerts = await closeAlertsOfOrder(tx, order.id, ended, { ...signOff, at: orders.now() });
    await followHold(tx, orders, order);
    const { isHeld: isStillHeld } = await lockOrder(tx, order.id);
    return {
      subject: `order:${order.id}`,
      before: { state: order.state, held: order.isHeld, payment: providerPaymentId, came: moneyText(came) },
      after: { refund: moneyText(money), held: isStillHeld, alertsClosed: alerts },
    };
  });
  if (done.kind === 'done') await enqueueChecks(orders, life, [wanted.orderId]);
  return done;
}
