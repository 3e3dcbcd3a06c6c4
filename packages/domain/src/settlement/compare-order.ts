import type { Money } from '../money.ts';
import type { OrderId } from '../order/order.ts';
import {
  booksOf,
  booksStillToWrite,
  findAcceptedPayment,
  returnsOf,
  type BookEntry,
  type OrderFacts,
} from '../payment/order-books.ts';
import { goneBack } from '../payment/payment-return.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { comparePayment, type AttemptOnBooks } from './compare-payment.ts';
import { gapsOf, linesOfRow, sumOf, type Finding, type SettledLine } from './finding.ts';
import { BOOK_ROWS } from './report-line.ts';

/** Our records of one order. */
export type OrderOnBooks = {
  readonly orderId: OrderId;
  readonly isHeld: boolean;
  readonly facts: OrderFacts;
  readonly attempts: readonly AttemptOnBooks[];
  /** The ledger's entries, summed by account and unit. */
  readonly written: readonly BookEntry[];
};

/** A paid order is delivered within seconds; a younger one may be in progress. */
export const DELIVERY_TAKES_MS = 10 * 60_000;

function gemsIn(entries: readonly BookEntry[]): number {
  return entries
    .filter(({ account, unit }) => unit === 'gem' && account.startsWith('account:'))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether the order is paid and its delivery is overdue. A held order does not count, because it has an alert already. */
function isOwed(order: OrderOnBooks, now: Date): boolean {
  const acceptedPayment = findAcceptedPayment(order.facts);
  if (acceptedPayment === null || order.isHeld || order.facts.isHonoured) return false;
  const paidAt = order.attempts.find(({ standing }) => standing === 'kept')?.paidAt ?? null;
  if (paidAt === null || now.getTime() - paidAt.getTime() < DELIVERY_TAKES_MS) return false;
  return (
    goneBack(acceptedPayment.money, returnsOf(acceptedPayment, order.facts)).minorUnits <
    acceptedPayment.money.minorUnits
  );
}

/** [ORD-17] Compares the order's gems and ledger with its money. At most one finding. */
export function compareLedger(order: OrderOnBooks, now: Date): Finding[] {
  const { facts, written, orderId } = order;
  const acceptedPayment = findAcceptedPayment(facts);
  const wanted = booksOf(facts);
  const [has, byRight] = [gemsIn(written), gemsIn(wanted)];
  const reportFinding = (kind: Finding['kind'], note: string): Finding[] => [
    {
      kind,
      orderId,
      providerPaymentId: acceptedPayment?.providerPaymentId ?? null,
      theirs: acceptedPayment?.money ?? null,
      ours: null,
      note,
      gaps: [],
    },
  ];
  const gems = `${has} gems were given, ${byRight} are right`;
  if (has > byRight) {
    const isGone =
      acceptedPayment !== null &&
      goneBack(acceptedPayment.money, returnsOf(acceptedPayment, facts)).minorUnits > 0;
    return reportFinding(isGone && has <= facts.gems ? 'refund not taken back' : 'double credit', gems);
  }
  if (has < byRight) return reportFinding('missing credit', gems);
  if (isOwed(order, now))
    return reportFinding(
      'missing credit',
      facts.purpose === 'fine' ? 'paid, and no ban was lifted' : 'paid, no gems given',
    );
  const missing = booksStillToWrite(wanted, written);
  if (missing.length === 0) return [];
  const shown = missing.map(
    ({ account, unit, amount }) => `${account} ${amount > 0 ? '+' : ''}${amount} ${unit}`,
  );
  return reportFinding('ledger not balanced', `the ledger lacks ${shown.join(', ')}`);
}

/**
 * The payment that a report line is about: the one with the line's id; without an id the only one, otherwise the accepted one.
 */
function paymentOf(line: SettledLine, attempts: readonly AttemptOnBooks[]): AttemptOnBooks | null {
  if (line.providerPaymentId !== null)
    return attempts.find((one) => one.providerPaymentId === line.providerPaymentId) ?? null;
  const paid = attempts.filter(({ state }) => state === 'paid');
  return (
    (attempts.length === 1 ? attempts[0] : undefined) ??
    (paid.length === 1 ? paid[0] : undefined) ??
    paid.find(({ standing }) => standing === 'kept') ??
    null
  );
}

/** A payment in the report without an attempt of ours. */
export function orphanOf(
  orderId: OrderId | null,
  providerPaymentId: string | null,
  lines: readonly SettledLine[],
): Finding[] {
  const ofDay = lines.filter(({ isOfDay }) => isOfDay);
  if (ofDay.length === 0) return [];
  const gaps = BOOK_ROWS.flatMap((row) => gapsOf(row, sumOf(linesOfRow(ofDay, row)), null));
  const captured = lines.find(({ what }) => what === 'captured') ?? lines[0];
  const theirs: Money | null = captured?.money ?? null;
  const note =
    orderId === null
      ? 'no order and no payment of ours has this id or reference'
      : 'the order is ours, the payment is not';
  return [{ kind: 'orphan payment', orderId, providerPaymentId, theirs, ours: null, note, gaps }];
}

/** [ORD-17] Compares all lines of an order with our records of it. */
export function compareOrder(
  order: OrderOnBooks,
  provider: ProviderNumber,
  lines: readonly SettledLine[],
): Finding[] {
  const attempts = order.attempts.filter((attempt) => attempt.provider === provider);
  /** An attempt that was sent and never got a payment id: a payment of this order that we do not have must belong to it. */
  const unnamed = attempts.find((one) => one.providerPaymentId === null) ?? null;
  const byPayment = new Map<AttemptOnBooks, SettledLine[]>();
  const strangers = new Map<string | null, SettledLine[]>();
  for (const line of lines) {
    const attempt = paymentOf(line, attempts) ?? unnamed;
    if (attempt === null)
      strangers.set(line.providerPaymentId, [...(strangers.get(line.providerPaymentId) ?? []), line]);
    else byPayment.set(attempt, [...(byPayment.get(attempt) ?? []), line]);
  }
  const compared = [...byPayment].flatMap(([attempt, own]) => {
    const id = attempt.providerPaymentId ?? own[0]?.providerPaymentId ?? null;
    return comparePayment({
      orderId: order.orderId,
      attempt: { ...attempt, providerPaymentId: id },
      returns: returnsOfAttempt(order.facts, attempt),
      lines: own,
    });
  });
  return [...compared, ...[...strangers].flatMap(([id, own]) => orphanOf(order.orderId, id, own))];
}

function returnsOfAttempt(facts: OrderFacts, { provider, providerPaymentId }: AttemptOnBooks) {
  const payment = facts.payments.find(
    (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
  );
  if (payment) return returnsOf(payment, facts);
  return facts.returns.filter(
    (back) => back.provider === provider && back.providerPaymentId === providerPaymentId,
  );
}
