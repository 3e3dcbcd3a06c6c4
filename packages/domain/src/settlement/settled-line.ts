import type { Money } from '../money.ts';
import type { Gap } from './finding.ts';
import { LINE_MEANINGS, type BookRow, type LineMeaning } from './report-line.ts';

/** A line of any report that was ever read, of this payment. */
export type SettledLine = {
  readonly what: LineMeaning;
  readonly providerPaymentId: string | null;
  readonly money: Money;
  readonly at: Date;
  /** It stands in the report that is being compared; the others only complete the sum. */
  readonly isOfDay: boolean;
};

/** Minor units by currency. */
export type Sums = ReadonlyMap<string, number>;

/** The sums of the lines of one row of the table, by currency. */
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

/** Theirs less ours, in every currency that either has. */
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
