import type { OrderId } from '../order/order.ts';
import { goneBack } from '../payment/money-back.ts';
import {
  booksOf,
  booksStillToWrite,
  keptPayment,
  returnsOf,
  type BookEntry,
  type OrderFacts,
} from '../payment/order-books.ts';
import type { AttemptOnBooks } from './compare-payment.ts';
import type { Finding } from './finding.ts';

/** All that our books say of one order. */
export type OrderOnBooks = {
  readonly orderId: OrderId;
  readonly isHeld: boolean;
  readonly facts: OrderFacts;
  readonly attempts: readonly AttemptOnBooks[];
  /** The ledger's entries, summed by account and unit. */
  readonly written: readonly BookEntry[];
};

/** A paid order is delivered within seconds; what is younger than this may still be on its way. */
export const DELIVERY_TAKES_MS = 10 * 60_000;

function gemsIn(entries: readonly BookEntry[]): number {
  return entries
    .filter(({ account, unit }) => unit === 'gem' && account.startsWith('account:'))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Something was paid for, and nothing was given. A held order waits for a person, who knows of it already. */
function isOwed(order: OrderOnBooks, now: Date): boolean {
  const kept = keptPayment(order.facts);
  if (kept === null || order.isHeld || order.facts.isHonoured) return false;
  const paidAt = order.attempts.find(({ standing }) => standing === 'kept')?.paidAt ?? null;
  if (paidAt === null || now.getTime() - paidAt.getTime() < DELIVERY_TAKES_MS) return false;
  return goneBack(kept.money, returnsOf(kept, order.facts)).minorUnits < kept.money.minorUnits;
}

/** [ORD-17] The gems and the ledger of one order, against what is known of its money. At most one thing is told of it. */
export function compareLedger(order: OrderOnBooks, now: Date): Finding[] {
  const { facts, written, orderId } = order;
  const kept = keptPayment(facts);
  const wanted = booksOf(facts);
  const [has, byRight] = [gemsIn(written), gemsIn(wanted)];
  const told = (kind: Finding['kind'], note: string): Finding[] => [
    {
      kind,
      orderId,
      providerPaymentId: kept?.providerPaymentId ?? null,
      theirs: kept?.money ?? null,
      ours: null,
      note,
      gaps: [],
    },
  ];
  const gems = `${has} gems were given, ${byRight} are right`;
  if (has > byRight) {
    const isGone = kept !== null && goneBack(kept.money, returnsOf(kept, facts)).minorUnits > 0;
    return told(isGone && has <= facts.gems ? 'refund not taken back' : 'double credit', gems);
  }
  if (has < byRight) return told('missing credit', gems);
  if (isOwed(order, now))
    return told(
      'missing credit',
      facts.purpose === 'fine' ? 'paid, and no ban was lifted' : 'paid, no gems given',
    );
  const missing = booksStillToWrite(wanted, written);
  if (missing.length === 0) return [];
  const shown = missing.map(
    ({ account, unit, amount }) => `${account} ${amount > 0 ? '+' : ''}${amount} ${unit}`,
  );
  return told('ledger not balanced', `the ledger lacks ${shown.join(', ')}`);
}
