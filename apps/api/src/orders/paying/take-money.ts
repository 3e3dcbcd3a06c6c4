import {
  isClosedUnpaid,
  isHonoured,
  isPaid,
  isSameMoney,
  usdMoney,
  usualPayTypeOf,
  type OrderId,
  type PaymentStanding,
  type PayType,
  type ProviderNumber,
} from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { PaymentStep } from '../../providers/provider.ts';
import type { CardPayment } from '../base/card-keeper.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { makeMove, addToStory } from '../base/make-move.ts';
import { attemptTimes, type OrderContext } from '../base/order-context.ts';
import {
  holdOrder,
  lockOrder,
  nameCard,
  nameProvider,
  releaseOrder,
  type StoredOrder,
} from '../store/order.store.ts';
import { contradictAmount, isContradicted } from './contradict-amount.ts';
import { raiseWrongAmount } from '../base/follow-hold.ts';
import { attemptsOf, knowPayment, markPaid, nameCardThatPaid, type Attempt } from '../store/payment.store.ts';
import { endSilence, raiseOrderAlert } from '../base/raise-order-alert.ts';
import { followReturns } from '../refunds/take-return.ts';

export type PaymentOutcome = 'taken' | 'held' | 'second-payment';

type PaidStep = Extract<PaymentStep, { kind: 'paid' }> & { readonly provider: ProviderNumber };

/** Null where the provider keeps no card. */
function cardPaymentOf(order: StoredOrder, { card, provider }: PaidStep): CardPayment | null {
  if (card === null) return null;
  const { id: orderId, createdAt: orderedAt, recipientId, payerDevice: device, payerAccountId } = order;
  return { orderId, orderedAt, recipientId, owner: { device, accountId: payerAccountId }, provider, card };
}

/** Whether the card that paid stays at its provider is for the payer to say. */
async function noteCard(tx: Tx, context: OrderContext, order: StoredOrder, paid: PaidStep): Promise<void> {
  const { recipientId, savedCardId } = order;
  // A card of its own that a rival provider's payment was made with is not this one.
  if (savedCardId !== null && paid.provider === order.provider)
    return context.cards.usedAgain(tx, savedCardId, { recipientId, at: context.now() });
  const payment = cardPaymentOf(order, paid);
  const noted = payment && (await context.cards.noteCard(tx, context, payment));
  if (noted !== null) await nameCard(tx, order.id, noted);
}

/** The payer is not asked about a card whose payment does not count for its order. */
async function forgetCard(tx: Tx, context: OrderContext, order: StoredOrder, paid: PaidStep): Promise<void> {
  const payment = cardPaymentOf(order, paid);
  if (payment !== null) await context.cards.forgetCard(tx, payment, context.now());
}

/** Compared with the order before anything is delivered: currency and amount, no more and no less. */
async function standingOf(tx: Tx, order: StoredOrder, { money }: PaidStep): Promise<PaymentStanding> {
  if (!isSameMoney(money, usdMoney(order.priceUsdCents))) return 'wrong-amount';
  const attempts = await attemptsOf(tx, order.id);
  return attempts.some(({ standing }) => standing === 'kept') ? 'second' : 'kept';
}

/** A repeated word: it may name the card for the first time, and it may contradict the first. */
async function hearAgain(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  known: Attempt,
  paid: PaidStep,
): Promise<PaymentOutcome> {
  if (isContradicted(known, paid.money)) {
    await contradictAmount(tx, context, order, known, paid);
    return 'held';
  }
  if (paid.paidWith) await nameCardThatPaid(tx, order.id, known.attempt, paid.paidWith);
  if (known.standing !== 'kept') await forgetCard(tx, context, order, paid);
  else if (order.savedCardId === null) await noteCard(tx, context, order, paid);
  return ({ kept: 'taken', second: 'second-payment', 'wrong-amount': 'held' } as const)[
    known.standing ?? 'kept'
  ];
}

async function holdForPerson(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  paid: PaidStep,
): Promise<PaymentOutcome> {
  await forgetCard(tx, context, order, paid);
  await raiseWrongAmount(tx, context, order, paid);
  if (!isPaid(order.state) && !isHonoured(order.state)) await holdOrder(tx, order.id);
  return 'held';
}

async function sendSecondBack(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  paid: PaidStep,
): Promise<PaymentOutcome> {
  await forgetCard(tx, context, order, paid);
  const { provider, providerPaymentId, money } = paid;
  await raiseOrderAlert(tx, context, order, 'second-payment', { providerPaymentId });
  const payment = { provider, providerPaymentId, money };
  await recordRefund(tx, context, order, {
    payment,
    money,
    cause: 'second-payment',
    requestedBy: 'by itself',
  });
  return 'second-payment';
}

/** By which of the provider's ways it was paid: as the attempt has it; for one that nobody asked for, its usual one. */
async function payTypeOf(tx: Tx, order: StoredOrder, paid: PaidStep): Promise<PayType> {
  const { provider, providerPaymentId } = paid;
  const attempts = await attemptsOf(tx, order.id);
  const paying = attempts.find(
    (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
  );
  return paying?.payType ?? usualPayTypeOf(provider);
}

/** The expected payment has come: the order is paid, even if it was given up or held for another payment. */
async function keepForOrder(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  paid: PaidStep,
): Promise<PaymentOutcome> {
  const { provider, providerPaymentId } = paid;
  if (order.isHeld) {
    // The wrong amount stays a person's. What was asked for has come as well, so it is delivered for that.
    await releaseOrder(tx, order.id);
    await addToStory(tx, context, order, { kind: 'released', detail: {} });
  }
  await noteCard(tx, context, order, paid);
  const fingerprint = paid.paidWith?.fingerprint ?? null;
  if (fingerprint !== null && (await context.penalties.isCardRestricted(tx, fingerprint)))
    await raiseOrderAlert(tx, context, order, 'restricted-card-paid', { providerPaymentId });
  if (provider !== order.provider)
    await nameProvider(tx, order.id, { provider, payType: await payTypeOf(tx, order, paid) });
  if (isClosedUnpaid(order.state))
    await raiseOrderAlert(tx, context, order, 'late-confirmation', { was: order.state });
  const story = { kind: 'paid', detail: { provider, providerPaymentId } };
  await makeMove(tx, context, order, { to: 'paid' }, story);
  return 'taken';
}

const BY_STANDING = {
  kept: keepForOrder,
  second: sendSecondBack,
  'wrong-amount': holdForPerson,
} as const satisfies Record<
  PaymentStanding,
  (tx: Tx, context: OrderContext, order: StoredOrder, paid: PaidStep) => Promise<PaymentOutcome>
>;

/** The provider says the money came. Compared, kept once, booked whatever it is, and never silently: every surprise is raised. */
export async function takeMoney(
  context: OrderContext,
  orderId: OrderId,
  paid: PaidStep,
): Promise<PaymentOutcome> {
  return inTransaction(context.db, async (tx): Promise<PaymentOutcome> => {
    const order = await lockOrder(tx, orderId);
    const { at, livesUntil } = attemptTimes(context, order.payType);
    const known = await knowPayment(tx, order, paid, at, livesUntil);
    if (known.kind === 'of-another-order') {
      const { providerPaymentId } = paid;
      const detail = { providerPaymentId, otherOrder: known.orderId };
      await raiseOrderAlert(tx, context, order, 'payment-of-another-order', detail);
      return 'held';
    }
    const { attempt } = known;
    if (attempt.standing !== null) return hearAgain(tx, context, order, attempt, paid);
    if (attempt.state === 'gone') await endSilence(tx, context, order, 'the provider says it was paid');
    const standing = await standingOf(tx, order, paid);
    await markPaid(tx, orderId, attempt.attempt, { standing, money: paid.money, card: paid.paidWith, at });
    const outcome = await BY_STANDING[standing](tx, context, order, paid);
    // Its refund or dispute may have come first.
    await followReturns(tx, context, await lockOrder(tx, orderId), `payment ${standing}`);
    return outcome;
  });
}
