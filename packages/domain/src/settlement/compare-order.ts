import type { Money } from '../money.ts';
import type { OrderId } from '../order/order.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { returnsOf, type OrderFacts } from '../payment/order-books.ts';
import type { OrderOnBooks } from './compare-ledger.ts';
import { comparePayment, type AttemptOnBooks } from './compare-payment.ts';
import type { Finding } from './finding.ts';
import { BOOK_ROWS } from './report-line.ts';
import { gapsOf, linesOfRow, sumOf, type SettledLine } from './settled-line.ts';

/** Which payment of the order a line is of: by its id, else the only one, else the one that paid. */
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

/** A payment in the report that no attempt of ours is. */
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

/** [ORD-17] All lines of one order, against all that we know of it. */
export function compareOrder(
  order: OrderOnBooks,
  provider: ProviderNumber,
  lines: readonly SettledLine[],
): Finding[] {
  const attempts = order.attempts.filter((attempt) => attempt.provider === provider);
  /** Sent, and never named: a payment that nobody can place is this one. */
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
