import type { Order } from '../order/order.ts';
import { isClosedUnpaid, isUndecided } from '../order/order-state.ts';
import { declineOf } from '../outcome/decline.ts';
import type { DeclineReason } from '../outcome/decline-reason.ts';
import type { AttemptOnBooks } from '../settlement/compare-payment.ts';
import { goneBack } from './payment-return.ts';
import { returnsOf, type OrderFacts } from './order-books.ts';

export const KNOWN_MONEY = ['none', 'held', 'unknown', 'returned'] as const;

/**
 * The state of the money of an order that brought nothing, as it may be shown. none: nothing was taken or set aside. held: the
 * bank may have set it aside and releases it. unknown: an answer is still missing. returned: it was taken and went back.
 */
export type KnownMoney = (typeof KNOWN_MONEY)[number];

export type MoneyFacts = OrderFacts & {
  readonly order: Pick<Order, 'state' | 'provider' | 'reasonCode'>;
  readonly attempts: readonly Pick<AttemptOnBooks, 'state'>[];
};

/** A no that can follow an approval: the bank may have set the money aside before it was said. */
const MAY_FOLLOW_APPROVAL: readonly DeclineReason[] = [
  'risk',
  'address-wrong',
  'payer-cancelled',
  'payment-lapsed',
];

function mayBeHeld({ order, returns }: MoneyFacts): boolean {
  // Here they are holds that were let go, of payments that never counted as one.
  if (returns.length > 0) return true;
  return (
    order.reasonCode !== null &&
    MAY_FOLLOW_APPROVAL.includes(declineOf(order.provider, order.reasonCode).reason)
  );
}

/** Of money that was taken. Null: some of it is still there, which none of the words says. */
function deriveMoneyFromPayments(facts: MoneyFacts): KnownMoney | null {
  const isAllGone = facts.payments.every(
    (payment) => goneBack(payment.money, returnsOf(payment, facts)).minorUnits >= payment.money.minorUnits,
  );
  if (!isAllGone) return null;
  return facts.returns.every(({ how }) => how === 'reversal') ? 'held' : 'returned';
}

/** Every sentence about money is a claim, and this is what it rests on. Null: nothing of it may be claimed. */
export function knownMoney(facts: MoneyFacts): KnownMoney | null {
  const moneyOfPayments = facts.payments.length === 0 ? null : deriveMoneyFromPayments(facts);
  if (facts.payments.length > 0 && moneyOfPayments === null) return null;
  // Silence is not a no: money may still come of an attempt that was given up.
  const isAnswered = facts.attempts.every(({ state }) => state === 'refused' || state === 'paid');
  if (isUndecided(facts.order.state) || !isAnswered) return 'unknown';
  if (moneyOfPayments !== null) return moneyOfPayments;
  if (!isClosedUnpaid(facts.order.state)) return null;
  // Money that a refund or a dispute brought back had been taken, though the books have no payment of it.
  if (facts.returns.some(({ how }) => how !== 'reversal')) return null;
  return mayBeHeld(facts) ? 'held' : 'none';
}

/**
 * The money may be gone, or on its way back and forth: nothing that pays again is offered first. A bank's no stands by itself
 * while the server has not spoken; an order that was only given up may have been paid all the same.
 */
export function isMoneyOpen(money: KnownMoney | null, saidNo: 'bank' | 'nobody'): boolean {
  return money === 'unknown' || (money === null && saidNo === 'nobody');
}
