import type { Money } from '../money.ts';
import type { ReturnFact } from './order-books.ts';
import type { RefundableMoney, UnansweredRefund } from './refundable-money.ts';

/** Providers remember an idempotency key for 24 hours. An hour is left for clocks that differ and for calls that take long. */
export const REFUND_KEY_LIVES_MS = 23 * 3_600_000;
/** A refund that was sent this recently may not be in its provider's books yet, nor told by webhook. */
export const REFUND_SHOWS_WITHIN_MS = 2 * 60_000;

/** A refund that is recorded and unanswered, and all that decides whether it may be sent now. */
export type RefundToSubmit = {
  /** The amount of the row. It never changes: one idempotency key carries one amount. */
  readonly money: Money;
  /** Money that later rows for the rest of this one have carried, or will. */
  readonly carriedByRests: number;
  readonly refundable: RefundableMoney;
  /** The first call whose answer is not known; null: the provider was never called. */
  readonly sentAt: Date | null;
  readonly lastSentAt: Date | null;
  /** The provider's books were read after the last call, and every return in them is known. */
  readonly areBooksRead: boolean;
  /** A refund the provider told of that can only be this one; its id at the provider. */
  readonly ownReturnId: string | null;
};

export type RefundSubmission =
  /** Call the provider with the row's amount, under the row's key. */
  | { readonly kind: 'send' }
  /** Less is left than the row says, or less is owed: a row of its own carries it, under a key of its own. */
  | { readonly kind: 'send-rest'; readonly money: Money }
  /** The lost answer is known by another way: the provider did make this refund. */
  | { readonly kind: 'made'; readonly returnId: string }
  /** Nothing of it is left to be sent. */
  | { readonly kind: 'not-needed' }
  /** The rest is promised to another refund or return, or the last call may still show: decided later. */
  | { readonly kind: 'wait' }
  /** The provider may have made it and the key does not protect a repeated call: read its books first. */
  | { readonly kind: 'read-books' };

/** [ORD-16] Decided right before the provider is called, under the order's lock: nobody gets the same money twice. */
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
 * The return that a sent refund without an answer must be: a refund of the same payment and amount that its provider told of
 * after the refund was sent, and that no other refund of ours was answered with. Null where there is none.
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
