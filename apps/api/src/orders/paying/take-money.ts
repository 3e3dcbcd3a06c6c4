import {
  isClosedUnpaid,
  isHonoured,
  isPaid,
  isSameMoney,
  isToDeliver,
  usdMoney,
  usualPayTypeOf,
  type OrderId,
  type PaymentStanding,
  type PayType,
  type ProviderNumber,
  type SavedCardId,
} from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { PaymentStep } from '../../providers/provider.ts';
import type { CardPayment } from '../base/order-ports.ts';
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
import { contradictAmount, isContradicted } from './wrong-amount.ts';
import { raiseWrongAmount } from '../base/follow-hold.ts';
import {
  attemptsOf,
  knowPayment,
  markPaid,
  nameCardThatPaid,
  orderOfPayment,
  type Attempt,
} from '../store/payment.store.ts';
import { endSilence, raiseOrderAlert } from '../base/raise-order-alert.ts';
import { loadMoney } from '../base/write-books.ts';
import { followReturns } from '../refunds/take-return.ts';

export type PaymentOutcome = 'taken' | 'held' | 'second-payment';

type PaidStep = Extract<PaymentStep, { kind: 'paid' }> & { readonly provider: ProviderNumber };

/** The payment with the card that the provider saved; null if it saved none. */
function cardPaymentOf(order: StoredOrder, { card, provider }: PaidStep): CardPayment | null {
  if (card === null) return null;
  const { id: orderId, createdAt: orderedAt, recipientId, payerDevice: device, payerAccountId } = order;
  return { orderId, orderedAt, recipientId, owner: { device, accountId: payerAccountId }, provider, card };
}

/**
 * Records that a saved card paid again, or a new card that its provider saved if the payer allows it. Returns the id of the new
 * saved card for the order, or null.
 */
async function noteCard(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  paid: PaidStep,
): Promise<SavedCardId | null> {
  const { recipientId, savedCardId } = order;
  // A payment of another provider was made with a card of its own, not with this saved card.
  if (savedCardId !== null && paid.provider === order.provider) {
    await context.cards.usedAgain(tx, savedCardId, { recipientId, at: context.now() });
    return null;
  }
  const payment = cardPaymentOf(order, paid);
  return payment && context.cards.noteCard(tx, context, payment);
}

/** Ends the question whether the card may be saved: its payment does not count for the order. */
async function forgetCard(tx: Tx, context: OrderContext, order: StoredOrder, paid: PaidStep): Promise<void> {
  const payment = cardPaymentOf(order, paid);
  if (payment !== null) await context.cards.forgetCard(tx, payment, context.now());
}

/** Whether the payment is accepted, a second one, or of a wrong amount. Currency and amount must equal the order's price. */
async function standingOf(tx: Tx, order: StoredOrder, { money }: PaidStep): Promise<PaymentStanding> {
  if (!isSameMoney(money, usdMoney(order.priceUsdCents))) return 'wrong-amount';
  const attempts = await attemptsOf(tx, order.id);
  return attempts.some(({ standing }) => standing === 'kept') ? 'second' : 'kept';
}

/** A repeated report of a payment: it may be the first to name the card, and it may contradict the first amount. */
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
  if (paid.paidWith && !known.hasCard) await nameCardThatPaid(tx, order.id, known.attempt, paid.paidWith);
  if (known.standing !== 'kept') await forgetCard(tx, context, order, paid);
  else if (order.savedCardId === null) {
    const card = await noteCard(tx, context, order, paid);
    if (card !== null) await nameCard(tx, order.id, card);
  }
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

/** The pay type of the payment: that of the attempt, or the provider's usual one for a payment without an attempt. */
async function payTypeOf(tx: Tx, order: StoredOrder, paid: PaidStep): Promise<PayType> {
  const { provider, providerPaymentId } = paid;
  const attempts = await attemptsOf(tx, order.id);
  const paying = attempts.find(
    (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
  );
  return paying?.payType ?? usualPayTypeOf(provider);
}

/** Accepts the expected payment: the order is paid, even if it had expired or was held for another payment. */
async function keepForOrder(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  paid: PaidStep,
): Promise<PaymentOutcome> {
  const { provider, providerPaymentId } = paid;
  if (order.isHeld) {
    // An operator still decides about the wrong amount. The right amount has arrived as well, so the order is delivered for
    // that.
    await releaseOrder(tx, order.id);
    await addToStory(tx, context, order, { kind: 'released', detail: {} });
  }
  const savedCardId = await noteCard(tx, context, order, paid);
  const fingerprint = paid.paidWith?.fingerprint ?? null;
  if (fingerprint !== null && (await context.penalties.isCardRestricted(tx, fingerprint)))
    await raiseOrderAlert(tx, context, order, 'restricted-card-paid', { providerPaymentId });
  if (provider !== order.provider)
    await nameProvider(tx, order.id, { provider, payType: await payTypeOf(tx, order, paid) });
  if (isClosedUnpaid(order.state))
    await raiseOrderAlert(tx, context, order, 'late-confirmation', { was: order.state });
  const story = { kind: 'paid', detail: { provider, providerPaymentId } };
  const move = { to: 'paid', ...(savedCardId !== null && { savedCardId }) } as const;
  const moved = await makeMove(tx, context, order, move, story);
  if (moved === 'not-allowed' && savedCardId !== null) await nameCard(tx, order.id, savedCardId);
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

/** `isOwed`: the order is to be delivered. */
export type BookedMoney = { readonly outcome: PaymentOutcome; readonly isOwed: boolean };

/** The payment belongs to another order already, so it does not pay this one. An operator decides. */
async function holdForeign(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { providerPaymentId }: PaidStep,
  otherOrder: OrderId | null,
): Promise<BookedMoney> {
  const detail = { providerPaymentId, otherOrder };
  await raiseOrderAlert(tx, context, order, 'payment-of-another-order', detail);
  return { outcome: 'held', isOwed: false };
}

/**
 * A provider reports that money arrived. Compared with the order, accepted at most once, always booked; anything unexpected
 * raises an alert. The caller holds the order's lock.
 */
async function take(tx: Tx, context: OrderContext, order: StoredOrder, paid: PaidStep): Promise<BookedMoney> {
  await loadMoney(tx, order.id);
  const { at, livesUntil } = attemptTimes(context, order.payType);
  const known = await knowPayment(tx, order, paid, at, livesUntil);
  if (known.kind === 'of-another-order') return holdForeign(tx, context, order, paid, known.orderId);
  const { attempt } = known;
  if (attempt.standing !== null) {
    const outcome = await hearAgain(tx, context, order, attempt, paid);
    return { outcome, isOwed: outcome === 'taken' && isToDeliver(order.state) };
  }
  const standing = await standingOf(tx, order, paid);
  const { provider, providerPaymentId, money, paidWith: card } = paid;
  if (!(await markPaid(tx, order.id, attempt.attempt, { providerPaymentId, standing, money, card, at }))) {
    const elsewhere = await orderOfPayment(tx, provider, providerPaymentId);
    return holdForeign(tx, context, order, paid, elsewhere);
  }
  if (attempt.state === 'gone') await endSilence(tx, context, order, 'the provider says it was paid');
  const outcome = await BY_STANDING[standing](tx, context, order, paid);
  // A refund or dispute of this payment may have been reported before the payment itself.
  const state = await followReturns(tx, context, await lockOrder(tx, order.id), `payment ${standing}`);
  return { outcome, isOwed: outcome === 'taken' && isToDeliver(state) };
}

/** `alongside` is written in the same transaction, unless the payment is a second one, which is refunded first. */
export async function takeMoney(
  context: OrderContext,
  orderId: OrderId,
  paid: PaidStep,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<BookedMoney> {
  return inTransaction(context.db, async (tx) => {
    const booked = await take(tx, context, await lockOrder(tx, orderId), paid);
    if (booked.outcome !== 'second-payment') await alongside?.(tx);
    return booked;
  });
}
