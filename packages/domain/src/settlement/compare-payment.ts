import { moneyText, type Money } from '../money.ts';
import type { OrderId } from '../order/order.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import type { PaymentStanding, ReturnFact } from '../payment/order-books.ts';
import { isGone } from '../payment/payment-return.ts';
import {
  gapsOf,
  linesOfRow,
  moneyIn,
  sumOf,
  type Finding,
  type FindingKind,
  type Gap,
  type SettledLine,
  type Sums,
} from './finding.ts';
import { LINE_MEANINGS, type BookRow } from './report-line.ts';

/** An attempt as our books have it. */
export type AttemptOnBooks = {
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string | null;
  readonly state: 'sent' | 'open' | 'paid' | 'refused' | 'gone';
  readonly standing: PaymentStanding | null;
  readonly money: Money | null;
  readonly createdAt: Date;
  /** When the payment was reported to us. */
  readonly paidAt: Date | null;
};

export type PaymentCompared = {
  readonly orderId: OrderId;
  readonly attempt: AttemptOnBooks;
  readonly returns: readonly ReturnFact[];
  readonly lines: readonly SettledLine[];
};

/** A confirmation later than this came after the order was given up: a payer can pay an order for this long. */
export const LATE_CONFIRMATION_AFTER_MS = 30 * 60_000;

function found(
  { orderId, attempt }: PaymentCompared,
  kind: FindingKind,
  finding: Pick<Finding, 'theirs' | 'ours' | 'note'> & { readonly gaps?: readonly Gap[] },
): Finding {
  return { gaps: [], ...finding, kind, orderId, providerPaymentId: attempt.providerPaymentId };
}

/** The captured amount by our records, less what was reversed before its capture. */
function capturedOnBooks(money: Money, returns: readonly ReturnFact[]): Money {
  const reversed = returns
    .filter((back) => back.how === 'reversal' && isGone(back))
    .reduce((sum, back) => sum + (back.money?.minorUnits ?? money.minorUnits), 0);
  return { ...money, minorUnits: money.minorUnits - Math.min(reversed, money.minorUnits) };
}

function lateness({ attempt, lines }: PaymentCompared): number {
  if (attempt.paidAt === null) return 0;
  const first = Math.min(...lines.filter(({ what }) => what === 'captured').map(({ at }) => at.getTime()));
  return attempt.paidAt.getTime() - first;
}

function compareCapture(payment: PaymentCompared): Finding[] {
  const { attempt, returns } = payment;
  const lines = linesOfRow(payment.lines, 'captured');
  if (!lines.some(({ isOfDay }) => isOfDay)) return [];
  const sums = sumOf(lines);
  const theirs = moneyIn(sums);
  if (attempt.state !== 'paid' || attempt.money === null) {
    if (theirs === null) return [];
    const note = `the provider took it; to us this attempt is ${attempt.state}`;
    return [
      found(payment, 'late confirmation', { theirs, ours: null, note, gaps: gapsOf('captured', sums, null) }),
    ];
  }
  const ours = capturedOnBooks(attempt.money, returns);
  const gaps = gapsOf('captured', sums, ours);
  const other = [...sums.keys()].find((currency) => currency !== ours.currency);
  if (other !== undefined) {
    const money = { currency: other, minorUnits: sums.get(other) ?? 0 };
    const note = `we asked for ${ours.currency}, the provider took ${other}`;
    return [found(payment, 'wrong currency', { theirs: money, ours, note, gaps })];
  }
  if (gaps.length > 0) {
    const kind = theirs === null ? 'missing capture' : 'amount differs';
    const note = theirs === null ? 'the provider took the capture back' : 'another amount was captured';
    return [found(payment, kind, { theirs, ours, note, gaps })];
  }
  const lateMs = lateness({ ...payment, lines });
  if (lateMs <= LATE_CONFIRMATION_AFTER_MS) return [];
  const note = `we heard of it ${Math.round(lateMs / 60_000)} minutes after the provider had taken it`;
  return [found(payment, 'late confirmation', { theirs, ours, note })];
}

/** The money that went back by refunds, or by disputes, according to our records. */
function goneOnBooks({ attempt, returns }: PaymentCompared, how: 'refund' | 'dispute'): Sums {
  const sums = new Map<string, number>();
  for (const back of returns.filter((one) => one.how === how && isGone(one))) {
    const money = back.money ?? attempt.money;
    if (money !== null) sums.set(money.currency, (sums.get(money.currency) ?? 0) + money.minorUnits);
  }
  return sums;
}

const WAYS_BACK = {
  refunds: {
    how: 'refund',
    unheard: 'refund not taken back',
    cameBack: 'amount differs',
    note: 'the provider refunded it and we do not know',
  },
  disputes: {
    how: 'dispute',
    unheard: 'dispute nobody told',
    cameBack: 'dispute nobody told',
    note: 'the bank took it back and we do not know',
  },
} as const satisfies Record<
  Exclude<BookRow, 'captured'>,
  { how: 'refund' | 'dispute'; unheard: FindingKind; cameBack: FindingKind; note: string }
>;

/** A negative sum means that the line it reverses is in a report that was not read, so it is no finding. */
function notBelowNothing(sums: Sums): Sums {
  return new Map([...sums].filter(([, minorUnits]) => minorUnits > 0));
}

function compareWayBack(payment: PaymentCompared, row: keyof typeof WAYS_BACK): Finding[] {
  const lines = linesOfRow(payment.lines, row);
  if (!lines.some(({ isOfDay }) => isOfDay)) return [];
  const way = WAYS_BACK[row];
  const sums = notBelowNothing(sumOf(lines));
  const known = goneOnBooks(payment, way.how);
  const theirs = moneyIn(sums);
  const ours = moneyIn(known);
  const gaps = gapsOf(row, sums, ours);
  if (theirs !== null && ours !== null && theirs.currency !== ours.currency) {
    const note = `${way.how} told to us in ${ours.currency}, made in ${theirs.currency}`;
    return [found(payment, 'wrong currency', { theirs, ours, note, gaps })];
  }
  if (gaps.some(({ money }) => money.minorUnits > 0)) {
    const note = ours === null ? way.note : `of this ${way.how} we know ${moneyText(ours)}`;
    return [found(payment, way.unheard, { theirs, ours, note, gaps })];
  }
  const newest = lines.reduce((one, other) => (other.at >= one.at ? other : one));
  if (gaps.length > 0 && LINE_MEANINGS[newest.what].sign < 0) {
    const note = `the ${way.how} came back to us, and we still count it as gone`;
    return [found(payment, way.cameBack, { theirs, ours, note, gaps })];
  }
  return [];
}

/**
 * A dispute that is only announced: its money is frozen and has not left. It is a finding only if the dispute was never reported
 * to us.
 */
function compareAnnounced(payment: PaymentCompared): Finding[] {
  const line = payment.lines.find(({ what, isOfDay }) => what === 'dispute-announced' && isOfDay);
  if (!line || payment.returns.some(({ how }) => how === 'dispute')) return [];
  const note = 'the provider holds it for a dispute, and we do not know';
  return [found(payment, 'dispute nobody told', { theirs: line.money, ours: null, note })];
}

/** [ORD-17] Compares a payment in the provider's reports with ours. */
export function comparePayment(payment: PaymentCompared): Finding[] {
  const disputed = compareWayBack(payment, 'disputes');
  return [
    ...compareCapture(payment),
    ...compareWayBack(payment, 'refunds'),
    ...(disputed.length > 0 ? disputed : compareAnnounced(payment)),
  ];
}
