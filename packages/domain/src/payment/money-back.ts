import type { Money } from '../money.ts';
import { isGone, type KnownReturn } from './payment-return.ts';

export type GoneBack = {
  /** How much of the payment is gone, in the payment's own currency, never more than was paid. */
  readonly minorUnits: number;
  /** More went back than was paid. */
  readonly isMoreThanPaid: boolean;
  /** Some of it was told in a currency that compares with nothing here: then all of the payment counts as gone. */
  readonly isIncomparable: boolean;
  /** A dispute is among what is gone: somebody at a bank says the payer did not want this. */
  readonly isDisputed: boolean;
};

/** [ORD-16] Returns are summed per payment, whenever they came. One that never named an amount is all of it. */
export function goneBack(paid: Money, returns: readonly KnownReturn[]): GoneBack {
  const gone = returns.filter(isGone);
  const isIncomparable = gone.some(({ money }) => money !== null && money.currency !== paid.currency);
  const sum = gone.reduce((total, { money }) => total + (money?.minorUnits ?? paid.minorUnits), 0);
  return {
    minorUnits: isIncomparable ? paid.minorUnits : Math.min(sum, paid.minorUnits),
    isMoreThanPaid: !isIncomparable && sum > paid.minorUnits,
    isIncomparable,
    isDisputed: gone.some(({ how }) => how === 'dispute'),
  };
}

/** [ORD-14] Gems follow the money in proportion; a fraction of a gem stays with whom it was given to. */
export function gemsLeft(gems: number, paidMinorUnits: number, goneMinorUnits: number): number {
  return gems - Math.floor((gems * goneMinorUnits) / paidMinorUnits);
}

/**
 * [ORD-23] A provider has named two amounts for one payment: the smaller one stands, because more than that is not known to be with us.
 * Webhooks arrive in any order, so "the later one" would depend on the wire. Amounts in two currencies compare with nothing: the first stands.
 */
export function amountThatStands(known: Money, named: Money): Money {
  return named.currency === known.currency && named.minorUnits < known.minorUnits ? named : known;
}
