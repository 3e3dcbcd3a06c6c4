import { findAcceptedPayment, returnsOf, type OrderFacts, type ReturnFact } from '../payment/order-books.ts';
import { isGone } from '../payment/payment-return.ts';

/** [ORD-21] The news of an order that its payer is sent, each once. A dispute is never told. */
export const MAIL_KINDS = ['receipt', 'late', 'refunded'] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** The words that a payer agreed to when the address was given. Changed words get another name. */
export const MAIL_CONSENTS = ['mail-ar-1', 'mail-en-1'] as const;

export type MailConsent = (typeof MAIL_CONSENTS)[number];

/** A payer who mistyped gives the address again; more than these would make the shop write to strangers. */
export const MAIL_ADDRESSES_PER_ORDER_MAX = 3;

/** Refunds and late words about an order come within these; then its address is deleted. */
export const MAIL_ADDRESS_DAYS = 180;

/** Where a provider says nothing else, a refund shows on the statement within these. */
export const REFUND_SHOWN_WORKING_DAYS = 10;

const FIRST_PAUSE_MS = 30_000;
const LAST_PAUSE_MS = 3_600_000;

/** About half a day of refusals that may end by themselves. */
export const MAIL_TRIES_MAX = 18;

export function mailPauseMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1), LAST_PAUSE_MS);
}

/**
 * Refunds that the payer is told of. Money of a second payment beside an accepted one is not: the order it would be told about
 * stands. A dispute is the bank's to tell.
 */
export function refundsToReport(facts: OrderFacts): ReturnFact[] {
  const accepted = findAcceptedPayment(facts);
  const payments = accepted === null ? facts.payments : [accepted];
  return payments
    .flatMap((payment) => returnsOf(payment, facts))
    .filter((back) => back.how !== 'dispute' && isGone(back));
}
