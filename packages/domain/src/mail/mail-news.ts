import { findAcceptedPayment, returnsOf, type OrderFacts, type ReturnFact } from '../payment/order-books.ts';
import { isGone } from '../payment/payment-return.ts';

/**
 * [ORD-21] The kinds of mail about an order: the receipt and the message about a late delivery are sent once, `refunded` once per
 * refund. There is none about disputes.
 */
export const MAIL_KINDS = ['receipt', 'late', 'refunded'] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** Names of the texts that payers agreed to when giving an address. A changed text gets another name. */
export const MAIL_CONSENTS = ['mail-ar-1', 'mail-en-1'] as const;

export type MailConsent = (typeof MAIL_CONSENTS)[number];

/** A payer who mistyped gives the address again; more changes would let the shop write to strangers. */
export const MAIL_ADDRESSES_PER_ORDER_MAX = 3;

/** Refunds and late messages about an order come within this time; then its address is deleted. */
export const MAIL_ADDRESS_DAYS = 180;

/** How many working days a refund takes at most to appear on the payer's statement, unless the operator states another number. */
export const REFUND_SHOWN_WORKING_DAYS = 10;

const FIRST_PAUSE_MS = 30_000;
const LAST_PAUSE_MS = 3_600_000;

/** After this many temporary refusals of the mail server, about half a day, a mail is not tried again. */
export const MAIL_TRIES_MAX = 18;

export function mailPauseMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1), LAST_PAUSE_MS);
}

/**
 * Refunds that the payer gets a message about. Not the refund of a second payment, because its order stays valid, nor a
 * dispute, which the bank reports.
 */
export function refundsToReport(facts: OrderFacts): ReturnFact[] {
  const accepted = findAcceptedPayment(facts);
  const payments = accepted === null ? facts.payments : [accepted];
  return payments
    .flatMap((payment) => returnsOf(payment, facts))
    .filter((back) => back.how !== 'dispute' && isGone(back));
}
