import type { Money } from '../money.ts';
import type { Order } from '../order/order.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { gemsLeft, goneBack, isGone, type KnownReturn } from './payment-return.ts';

/**
 * The role of a received payment in its order. kept: it pays the order; second: another payment pays the order; wrong-amount: its
 * amount is not the price.
 */
export type PaymentStanding = 'kept' | 'second' | 'wrong-amount';

export type PaymentFact = {
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly money: Money;
  readonly standing: PaymentStanding;
};

export type ReturnFact = KnownReturn & { readonly provider: ProviderNumber };

export type GemsMoved = { readonly to: Order['recipientId']; readonly gems: number };

/** All facts about an order's money. */
export type OrderFacts = {
  readonly purpose: Order['purpose'];
  readonly recipientId: Order['recipientId'];
  readonly gems: number;
  /** Gems that the recipient keeps although their money went back, by an operator's decision. */
  readonly gemsForgiven: number;
  /** Gems that an operator moved to another account than the recipient. */
  readonly gemsMoved: GemsMoved | null;
  /** isHonoured of the order's state: the goods were delivered, or all of the money went back. */
  readonly isHonoured: boolean;
  readonly payments: readonly PaymentFact[];
  readonly returns: readonly ReturnFact[];
};

/** An amount on one account of the ledger. The unit is a currency, counted in minor units, or gems. */
export type BookEntry = { readonly account: string; readonly unit: string; readonly amount: number };

/** Money received and not earned: it belongs to the payers until goods are delivered or it goes back. */
export const UNEARNED = 'payers-money';

const EARNED = { gems: 'gem-sales', fine: 'fines-paid' } as const satisfies Record<Order['purpose'], string>;

function isBefore(one: PaymentFact, other: PaymentFact): boolean {
  if ((one.standing === 'kept') !== (other.standing === 'kept')) return one.standing === 'kept';
  return one.providerPaymentId < other.providerPaymentId;
}

/**
 * The returns (refunds, disputes, reversals) of a payment. One that names no payment belongs to its provider's accepted payment,
 * otherwise to the provider's first one.
 */
export function returnsOf(
  payment: PaymentFact,
  { payments, returns }: Pick<OrderFacts, 'payments' | 'returns'>,
): ReturnFact[] {
  const isFirst = payments.every(
    (one) =>
      one.provider !== payment.provider ||
      one.providerPaymentId === payment.providerPaymentId ||
      isBefore(payment, one),
  );
  return returns.filter(
    ({ provider, providerPaymentId }) =>
      provider === payment.provider &&
      (providerPaymentId === payment.providerPaymentId || (providerPaymentId === null && isFirst)),
  );
}

export function findAcceptedPayment({ payments }: OrderFacts): PaymentFact | null {
  return payments.find(({ standing }) => standing === 'kept') ?? null;
}

/** How many gems of the order its recipient may keep. */
export function gemsByRight(facts: OrderFacts): number {
  const acceptedPayment = findAcceptedPayment(facts);
  if (acceptedPayment === null) return 0;
  const { minorUnits } = goneBack(acceptedPayment.money, returnsOf(acceptedPayment, facts));
  const left = gemsLeft(facts.gems, acceptedPayment.money.minorUnits, minorUnits);
  return Math.min(left + facts.gemsForgiven, facts.gems);
}

/** Which accounts have the order's gems. Gems that are taken back are first taken from the recipient. */
export function gemsHeld(
  facts: OrderFacts,
): readonly { readonly account: Order['recipientId']; readonly gems: number }[] {
  const right = facts.isHonoured ? gemsByRight(facts) : 0;
  const moved = Math.min(facts.gemsMoved?.gems ?? 0, right);
  const own = { account: facts.recipientId, gems: right - moved };
  return facts.gemsMoved ? [own, { account: facts.gemsMoved.to, gems: moved }] : [own];
}

function paymentEntries(payment: PaymentFact, facts: OrderFacts): BookEntry[] {
  const { currency, minorUnits } = payment.money;
  const holder = `provider:${payment.provider}`;
  const captureEntries = [
    { account: holder, unit: currency, amount: minorUnits },
    { account: UNEARNED, unit: currency, amount: -minorUnits },
  ];
  const moved = returnsOf(payment, facts).flatMap((back) => {
    const money = back.money ?? payment.money;
    const gone = isGone(back)
      ? [
          { account: holder, unit: money.currency, amount: -money.minorUnits },
          { account: UNEARNED, unit: money.currency, amount: money.minorUnits },
        ]
      : [];
    const fee = back.fee
      ? [
          { account: holder, unit: back.fee.currency, amount: -back.fee.minorUnits },
          { account: 'provider-fees', unit: back.fee.currency, amount: back.fee.minorUnits },
        ]
      : [];
    return [...gone, ...fee];
  });
  return [...captureEntries, ...moved];
}

function honouredEntries(facts: OrderFacts): BookEntry[] {
  const acceptedPayment = findAcceptedPayment(facts);
  if (acceptedPayment === null || !facts.isHonoured) return [];
  const { currency, minorUnits } = acceptedPayment.money;
  const earned = minorUnits - goneBack(acceptedPayment.money, returnsOf(acceptedPayment, facts)).minorUnits;
  return [
    { account: UNEARNED, unit: currency, amount: earned },
    { account: EARNED[facts.purpose], unit: currency, amount: -earned },
    ...gemsHeld(facts).map(({ account, gems }) => ({
      account: `account:${account}`,
      unit: 'gem',
      amount: gems,
    })),
    { account: 'gems-issued', unit: 'gem', amount: -gemsByRight(facts) },
  ];
}

/** Adds up entries of the same account and unit, leaving out zeros. */
export function summed(entries: readonly BookEntry[]): BookEntry[] {
  const sums = new Map<string, BookEntry>();
  for (const entry of entries) {
    const key = `${entry.account} ${entry.unit}`;
    sums.set(key, { ...entry, amount: (sums.get(key)?.amount ?? 0) + entry.amount });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

/**
 * [ORD-17] The ledger entries that an order must have: every cent that a provider took or returned, unwanted payments
 * included, and every gem. Derived from the facts alone, so their order of arrival does not matter.
 */
export function booksOf(facts: OrderFacts): BookEntry[] {
  const money = facts.payments.flatMap((payment) => paymentEntries(payment, facts));
  return summed([...money, ...honouredEntries(facts)]);
}

/** The entries that must be added to the ledger: the wanted ones less the written ones. */
export function booksStillToWrite(wanted: readonly BookEntry[], written: readonly BookEntry[]): BookEntry[] {
  return summed([...wanted, ...written.map((entry) => ({ ...entry, amount: -entry.amount }))]);
}
