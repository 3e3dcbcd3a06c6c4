import type { Money } from '../money.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { goneBack } from './payment-return.ts';
import { returnsOf, type OrderFacts, type PaymentFact, type ReturnFact } from './order-books.ts';

/** A refund of ours that is recorded and not answered by its provider. */
export type UnansweredRefund = {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly money: Money;
};

export type RefundableMoney = {
  /** The most that one more refund of this payment may carry, in its own currency. */
  readonly money: Money;
  /**
   * Other money that is with us but reserved: by an announced return, or by a refund of ours without an answer. It may
   * become free again, when the dispute is withdrawn or the refund is refused.
   */
  readonly reserved: Money;
};

/**
 * [ORD-16] The money of a payment that may still be refunded: captured, less what went back (refunds, reversals, disputes),
 * less what was announced, less our unanswered refunds. Never below zero. `except` names a refund that is about to be sent,
 * which must not count against itself. Amounts of another currency count as the whole payment.
 */
export function refundableMoney(
  payment: PaymentFact,
  facts: Pick<OrderFacts, 'payments' | 'returns'>,
  unanswered: readonly UnansweredRefund[],
  except: string | null = null,
): RefundableMoney {
  const { currency, minorUnits: captured } = payment.money;
  const returns = returnsOf(payment, facts);
  const left = captured - goneBack(payment.money, returns).minorUnits;
  const announced = returns.filter(({ stage }) => stage === 'announced');
  const ours = unanswered.filter(
    ({ id, provider, providerPaymentId }) =>
      id !== except && provider === payment.provider && providerPaymentId === payment.providerPaymentId,
  );
  const promised = [...announced, ...ours].reduce(
    (sum, { money }) =>
      sum + (money === null || money.currency !== currency ? captured : Math.max(0, money.minorUnits)),
    0,
  );
  const reserved = Math.min(promised, left);
  return { money: { currency, minorUnits: left - reserved }, reserved: { currency, minorUnits: reserved } };
}

/** [ORD-16] True if we are refunding all that is left of a payment: its order must not be delivered. */
export function isAllDueBack(
  payment: PaymentFact,
  facts: Pick<OrderFacts, 'payments' | 'returns'>,
  unanswered: readonly UnansweredRefund[],
): boolean {
  // An announced return may never happen, so by itself it does not count.
  const returns = facts.returns.filter(({ stage }) => stage !== 'announced');
  const { money, reserved } = refundableMoney(payment, { ...facts, returns }, unanswered);
  return money.minorUnits === 0 && reserved.minorUnits > 0;
}

/** Providers remember an idempotency key for 24 hours. An hour is left for clock differences and slow calls. */
export const REFUND_KEY_LIVES_MS = 23 * 3_600_000;
/** A refund sent more recently may be missing in its provider's look-up and webhooks. */
export const REFUND_SHOWS_WITHIN_MS = 2 * 60_000;

/** A recorded refund without an answer, with the facts that decide whether it may be submitted now. */
export type RefundToSubmit = {
  /** The row's amount. It never changes, because one idempotency key carries one amount. */
  readonly money: Money;
  /** How much of the amount later rows for the rest of this refund have carried or will carry, in minor units. */
  readonly carriedByRests: number;
  readonly refundable: RefundableMoney;
  /** When the provider was first called without a known answer; null: it was never called. */
  readonly sentAt: Date | null;
  readonly lastSentAt: Date | null;
  /** The provider was queried for its refunds after the last call, and every return that it listed is recorded. */
  readonly areBooksRead: boolean;
  /** The provider's id of a refund that can only be this one. */
  readonly ownReturnId: string | null;
};

export type RefundSubmission =
  /** Call the provider with the row's amount and the row's key. */
  | { readonly kind: 'send' }
  /** Less is left, or owed, than the row's amount: a new row is made for that part, with a key of its own. */
  | { readonly kind: 'send-rest'; readonly money: Money }
  /** The answer was lost, but a report shows that the provider made this refund. */
  | { readonly kind: 'made'; readonly returnId: string }
  /** Nothing of this refund has to be sent any more. */
  | { readonly kind: 'not-needed' }
  /**
   * Decided later: the rest is reserved by another refund or return, or the last call may still appear in the provider's reports.
   */
  | { readonly kind: 'wait' }
  /** The provider may have made this refund, and the key no longer prevents a second one: query the provider first. */
  | { readonly kind: 'read-books' };

/** [ORD-16] Decided under the order's lock right before the call, so that no money is refunded twice. */
export function refundSubmission(refund: RefundToSubmit, now: Date): RefundSubmission {
  const { money, refundable, sentAt, lastSentAt, ownReturnId } = refund;
  const { currency, minorUnits } = money;
  const free = refundable.money.minorUnits;
  const left = free + refundable.reserved.minorUnits;
  const owed = minorUnits - refund.carriedByRests;
  const isKeyOver = sentAt !== null && now.getTime() - sentAt.getTime() >= REFUND_KEY_LIVES_MS;
  const isWhole = Math.min(owed, free) >= minorUnits;
  if (isWhole && !isKeyOver) return { kind: 'send' };
  if (ownReturnId !== null) return { kind: 'made', returnId: ownReturnId };
  if (owed <= 0 || left <= 0) return { kind: 'not-needed' };
  if (free < Math.min(owed, left)) return { kind: 'wait' };
  if (sentAt !== null && !refund.areBooksRead) {
    const isFresh = lastSentAt !== null && now.getTime() - lastSentAt.getTime() < REFUND_SHOWS_WITHIN_MS;
    return { kind: isFresh ? 'wait' : 'read-books' };
  }
  return isWhole
    ? { kind: 'send' }
    : { kind: 'send-rest', money: { currency, minorUnits: Math.min(owed, free) } };
}

/**
 * The return that answers a sent refund: a refund of the same payment and amount that the provider reported after it was
 * sent, and that answers no other refund of ours. Null if there is none.
 */
export function ownReturnOf(
  { provider, providerPaymentId, money }: UnansweredRefund,
  laterReturns: readonly ReturnFact[],
  answered: readonly (string | null)[],
): string | null {
  const own = laterReturns.find(
    (returnFact) =>
      returnFact.how === 'refund' &&
      returnFact.provider === provider &&
      returnFact.providerPaymentId === providerPaymentId &&
      returnFact.money?.currency === money.currency &&
      returnFact.money.minorUnits === money.minorUnits &&
      !answered.includes(returnFact.returnId),
  );
  return own?.returnId ?? null;
}
