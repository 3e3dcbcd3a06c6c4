import type { Money } from '../money.ts';
import type { OrderId } from '../order/order.ts';
import { LINE_MEANINGS, type BookRow, type LineMeaning } from './report-line.ts';

/** Kinds of differences between a provider's report and our records. */
export const FINDING_KINDS = [
  'missing credit',
  'double credit',
  'missing capture',
  'amount differs',
  'refund not taken back',
  'orphan payment',
  'wrong currency',
  'late confirmation',
  'dispute nobody told',
  'ledger not balanced',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** By how much the provider's sum is above ours, in one row of the bookkeeper's table. Negative: ours is higher. */
export type Gap = { readonly row: BookRow; readonly money: Money };

export type Finding = {
  readonly kind: FindingKind;
  /** Null if no order of ours is known. */
  readonly orderId: OrderId | null;
  readonly providerPaymentId: string | null;
  /** The provider's amount; null if it gives none. */
  readonly theirs: Money | null;
  readonly ours: Money | null;
  /** The difference in plain words. */
  readonly note: string;
  readonly gaps: readonly Gap[];
};

/** A line of any report that was read, about the payment that is compared. */
export type SettledLine = {
  readonly what: LineMeaning;
  readonly providerPaymentId: string | null;
  readonly money: Money;
  readonly at: Date;
  /** The line is in the compared report; others only complete the sum. */
  readonly isOfDay: boolean;
};

/** Minor units by currency. */
export type Sums = ReadonlyMap<string, number>;

/** The sums of the lines of one table row, by currency. */
export function sumOf(lines: readonly SettledLine[]): Sums {
  const sums = new Map<string, number>();
  for (const { what, money } of lines) {
    const { sign } = LINE_MEANINGS[what];
    sums.set(money.currency, (sums.get(money.currency) ?? 0) + sign * money.minorUnits);
  }
  return new Map([...sums].filter(([, minorUnits]) => minorUnits !== 0));
}

export function moneyIn(sums: Sums): Money | null {
  const [first] = sums;
  return first === undefined ? null : { currency: first[0], minorUnits: first[1] };
}

/** The provider's sums less ours, in every currency of either. */
export function gapsOf(row: BookRow, theirs: Sums, ours: Money | null): Gap[] {
  const gaps = new Map(theirs);
  if (ours !== null) gaps.set(ours.currency, (gaps.get(ours.currency) ?? 0) - ours.minorUnits);
  return [...gaps]
    .filter(([, minorUnits]) => minorUnits !== 0)
    .map(([currency, minorUnits]) => ({ row, money: { currency, minorUnits } }));
}

export function linesOfRow(lines: readonly SettledLine[], row: BookRow): SettledLine[] {
  return lines.filter(({ what }) => LINE_MEANINGS[what].row === row);
}
