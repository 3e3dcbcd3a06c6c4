import type { Order } from '../order/order.ts';
import { isClosedUnpaid, isUndecided } from '../order/order-state.ts';
import { declineOf } from '../outcome/decline.ts';
import type { DeclineReason } from '../outcome/decline-reason.ts';
import type { AttemptOnBooks } from '../settlement/compare-payment.ts';
import { goneBack } from './payment-return.ts';
import { returnsOf, type OrderFacts } from './order-books.ts';

export const KNOWN_MONEY = ['none', 'none-yet', 'held', 'unknown', 'returned'] as const;

/**
 * The state of an unpaid order's money, as it may be shown. none: nothing was taken or reserved. none-yet: the payment was
 * cancelled, no charge is known, and an answer is missing. held: the bank may have reserved it and releases it. unknown: an
 * answer is missing. returned: it was taken and went back.
 */
export type KnownMoney = (typeof KNOWN_MONEY)[number];

export type MoneyFacts = OrderFacts & {
  readonly order: Pick<Order, 'state' | 'provider' | 'reasonCode'>;
  readonly attempts: readonly Pick<AttemptOnBooks, 'state'>[];
};

/** Refusals that can follow an approval: the bank may have reserved the money before. */
const MAY_FOLLOW_APPROVAL: readonly DeclineReason[] = [
  'risk',
  'address-wrong',
  'payer-cancelled',
  'payment-lapsed',
];

function mayBeHeld({ order, returns }: MoneyFacts): boolean {
  // The order has no payment, so its returns are released authorisations: money was reserved.
  if (returns.length > 0) return true;
  return (
    order.reasonCode !== null &&
    MAY_FOLLOW_APPROVAL.includes(declineOf(order.provider, order.reasonCode).reason)
  );
}

/** The state of money that was taken. Null: a part is still with us, and no state describes that. */
function deriveMoneyFromPayments(facts: MoneyFacts): KnownMoney | null {
  const isAllGone = facts.payments.every(
    (payment) => goneBack(payment.money, returnsOf(payment, facts)).minorUnits >= payment.money.minorUnits,
  );
  if (!isAllGone) return null;
  return facts.returns.every(({ how }) => how === 'reversal') ? 'held' : 'returned';
}

/** True if the books have a payment of the order, or money that went back. */
function isChargeKnown({ payments, returns }: MoneyFacts): boolean {
  return payments.length > 0 || returns.length > 0;
}

/** The money state of an order, by which every sentence about its money is chosen. Null: the page must claim nothing. */
export function knownMoney(facts: MoneyFacts): KnownMoney | null {
  const moneyOfPayments = facts.payments.length === 0 ? null : deriveMoneyFromPayments(facts);
  if (facts.payments.length > 0 && moneyOfPayments === null) return null;
  // An unanswered attempt is not refused: its payment may still succeed.
  const isAnswered = facts.attempts.every(({ state }) => state === 'refused' || state === 'paid');
  if (isUndecided(facts.order.state)) return 'unknown';
  if (!isAnswered) return isChargeKnown(facts) || facts.order.state !== 'cancelled' ? 'unknown' : 'none-yet';
  if (moneyOfPayments !== null) return moneyOfPayments;
  if (!isClosedUnpaid(facts.order.state)) return null;
  // Money returned by a refund or a dispute had been taken, even if no payment is in the books.
  if (facts.returns.some(({ how }) => how !== 'reversal')) return null;
  return mayBeHeld(facts) ? 'held' : 'none';
}

/**
 * Whether the money may be gone or on its way; then paying again is not the page's first offer. If the state is not known, a
 * bank's refusal means that nothing was paid, but an order that only expired or was cancelled may have been paid.
 */
export function isMoneyOpen(money: KnownMoney | null, saidNo: 'bank' | 'nobody'): boolean {
  return money === 'unknown' || (money === null && saidNo === 'nobody');
}
