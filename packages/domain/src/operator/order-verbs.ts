import type { Money } from '../money.ts';
import { isHonoured, isPaid, isUndecided, type OrderState } from '../order/order-state.ts';
import { goneBack } from '../payment/payment-return.ts';
import {
  gemsHeld,
  findAcceptedPayment,
  returnsOf,
  type OrderFacts,
  type PaymentFact,
  type ReturnFact,
} from '../payment/order-books.ts';
import { refundableMoney, type UnansweredRefund } from '../payment/refundable-money.ts';
import type { OperatorVerb } from './operator-verb.ts';

/** The facts that decide which operator commands may act on an order's money. */
export type OrderMoney = {
  readonly state: OrderState;
  readonly isHeld: boolean;
  readonly facts: OrderFacts;
  /** Refunds that are recorded and not answered yet. */
  readonly refundsDue: readonly UnansweredRefund[];
};

/** A payment that a command can act on, and how much of it is with us and not reserved. */
export type PaymentLeft = { readonly payment: PaymentFact; readonly left: Money };

export type OrderVerbRefusal =
  | 'is-a-fine'
  | 'is-no-fine'
  | 'nothing-paid'
  | 'nothing-left'
  | 'dispute-open'
  | 'no-wrong-amount'
  | 'partly-returned'
  | 'paid-already'
  | 'not-cancellable'
  | 'moved-before'
  | 'going-back'
  | 'not-delivered';

/** `payments`: those to choose from; empty if the command acts on the order as a whole. */
export type VerbAnswer =
  | { readonly kind: 'may'; readonly payments: readonly PaymentLeft[] }
  | { readonly kind: 'refused'; readonly because: OrderVerbRefusal };

const no = (because: OrderVerbRefusal): VerbAnswer => ({ kind: 'refused', because });
const may = (payments: readonly PaymentLeft[] = []): VerbAnswer => ({ kind: 'may', payments });

const OPEN_DISPUTE: readonly ReturnFact['stage'][] = ['announced', 'taken', 'taken-again'];

function isDisputed(payment: PaymentFact, facts: OrderFacts): boolean {
  return returnsOf(payment, facts).some(
    ({ how, stage }) => how === 'dispute' && OPEN_DISPUTE.includes(stage),
  );
}

function goneOf(payment: PaymentFact, facts: OrderFacts): number {
  return goneBack(payment.money, returnsOf(payment, facts)).minorUnits;
}

function leftOf(payment: PaymentFact, { facts, refundsDue }: OrderMoney): PaymentLeft {
  return { payment, left: refundableMoney(payment, facts, refundsDue).money };
}

const isLeft = ({ left }: PaymentLeft): boolean => left.minorUnits > 0;

/**
 * Whether the order is held because the provider reported two amounts for this accepted payment; nothing is delivered yet. An
 * operator decides about it like about a wrong amount.
 */
function isContradicted({ standing }: PaymentFact, { state, isHeld }: OrderMoney): boolean {
  return standing === 'kept' && isHeld && state === 'paid';
}

function refundOf(purpose: OrderFacts['purpose'], because: OrderVerbRefusal) {
  return (money: OrderMoney): VerbAnswer => {
    if (money.facts.purpose !== purpose) return no(because);
    const acceptedPayment = findAcceptedPayment(money.facts);
    if (acceptedPayment === null) return no('nothing-paid');
    if (isDisputed(acceptedPayment, money.facts)) return no('dispute-open');
    const left = leftOf(acceptedPayment, money);
    return isLeft(left) ? may([left]) : no('nothing-left');
  };
}

/**
 * `order send-back` returns money that pays for no order or that is undecided: a wrong amount, or a second payment whose refund
 * failed.
 */
function sendBack(money: OrderMoney): VerbAnswer {
  const { facts } = money;
  const others = facts.payments.filter(
    (payment) => payment.standing !== 'kept' || isContradicted(payment, money),
  );
  const free = others.filter((payment) => !isDisputed(payment, facts)).map((one) => leftOf(one, money));
  const left = free.filter(isLeft);
  if (left.length > 0) return may(left);
  return no(others.some((payment) => isDisputed(payment, facts)) ? 'dispute-open' : 'no-wrong-amount');
}

/**
 * `order release` takes a wrong amount as the price. If a part of it went back, the rest cannot be the price: it can only be sent
 * back.
 */
function release(money: OrderMoney): VerbAnswer {
  const { facts } = money;
  const undecided = facts.payments.filter(
    (payment) => payment.standing === 'wrong-amount' || isContradicted(payment, money),
  );
  const withUs = undecided.map((payment) => leftOf(payment, money)).filter(isLeft);
  const [first] = withUs;
  if (first === undefined)
    return no(undecided.some((one) => isDisputed(one, facts)) ? 'dispute-open' : 'no-wrong-amount');
  const acceptedPayment = findAcceptedPayment(facts);
  if (acceptedPayment !== null && !isContradicted(acceptedPayment, money)) return no('paid-already');
  const free = withUs.filter(({ payment }) => !isDisputed(payment, facts));
  if (free.length === 0) return no('dispute-open');
  const whole = free.filter(({ payment }) => goneOf(payment, facts) === 0);
  return whole.length > 0 ? may(whole) : no('partly-returned');
}

function cancel({ state, isHeld }: OrderMoney): VerbAnswer {
  return isUndecided(state) && !isHeld ? may() : no('not-cancellable');
}

function moveGems({ facts, refundsDue }: OrderMoney): VerbAnswer {
  if (facts.gemsMoved !== null) return no('moved-before');
  if (refundsDue.length > 0) return no('going-back');
  const own = gemsHeld(facts).find(({ account }) => account === facts.recipientId)?.gems ?? 0;
  return own > 0 ? may() : no('not-delivered');
}

/** For each operator command on an order's money, the rule that decides whether it may act. */
const ORDER_VERBS = {
  'order refund': refundOf('gems', 'is-a-fine'),
  'fines return': refundOf('fine', 'is-no-fine'),
  'order release': release,
  'order send-back': sendBack,
  'order cancel': cancel,
  // Allowed in every state: querying providers is harmless, and for some orders it is the only command that is allowed.
  'order ask': () => may(),
  'order move-gems': moveGems,
} as const satisfies Partial<Record<OperatorVerb, (money: OrderMoney) => VerbAnswer>>;

export type OrderVerb = keyof typeof ORDER_VERBS;

export const ORDER_VERB_NAMES = Object.keys(ORDER_VERBS) as readonly OrderVerb[];

export function isOrderVerb(verb: string): verb is OrderVerb {
  return Object.hasOwn(ORDER_VERBS, verb);
}

/** Whether the command may act on the order in its current state, or why not. */
export function orderVerb(verb: OrderVerb, money: OrderMoney): VerbAnswer {
  return ORDER_VERBS[verb](money);
}

export function orderVerbs(money: OrderMoney): Readonly<Record<OrderVerb, VerbAnswer>> {
  return Object.fromEntries(ORDER_VERB_NAMES.map((verb) => [verb, orderVerb(verb, money)])) as Record<
    OrderVerb,
    VerbAnswer
  >;
}

/** Whether nothing of this payment is left with us. */
export function isAllGone(payment: PaymentFact, facts: OrderFacts): boolean {
  return goneOf(payment, facts) >= payment.money.minorUnits;
}

/**
 * Whether money of this payment is with us and no operator has decided about it. Money of a due refund of ours counts as decided.
 */
export function isUndecidedMoney(payment: PaymentFact, money: OrderMoney): boolean {
  if (isContradicted(payment, money)) return !isAllGone(payment, money.facts);
  if (payment.standing !== 'wrong-amount') return false;
  const due = money.refundsDue
    .filter(
      ({ provider, providerPaymentId }) =>
        provider === payment.provider && providerPaymentId === payment.providerPaymentId,
    )
    .reduce((sum, { money: { minorUnits } }) => sum + minorUnits, 0);
  return goneOf(payment, money.facts) + due < payment.money.minorUnits;
}

/**
 * [ORD-23] An order is held while undecided money is with us, and no longer. An order that another payment paid, or that
 * was delivered, is never held for a wrong amount.
 */
export function isToBeHeld(money: OrderMoney): boolean {
  const acceptedPayment = findAcceptedPayment(money.facts);
  if (isHonoured(money.state)) return false;
  if (isPaid(money.state) || acceptedPayment !== null)
    return (
      acceptedPayment !== null &&
      isContradicted(acceptedPayment, money) &&
      isUndecidedMoney(acceptedPayment, money)
    );
  return money.facts.payments.some((payment) => isUndecidedMoney(payment, money));
}
