import type { Outcome } from '@jawhara/domain';

/**
 * What "retry" means after each result.
 * A: back to where a card is typed or a method is chosen.
 * B: the same method again: the payment is created at once where no CVV is needed, else the payer is asked for it.
 */
export type RetryVariant = 'A' | 'B';

export const RETRY_VARIANTS = {
  /** The bank did not recognise its customer: a missed SMS, a mistyped CVV. The card is good, so it is tried again. */
  verify: 'B',
  /** The card is good and the amount was too much: the same card pays the smaller pack. */
  balance: 'B',
  /** This card cannot pay before its date is updated, which has a button of its own. */
  expire: 'A',
  /** The bank refused without a reason anybody can mend: another card or method is what may help. */
  other: 'A',
  /** Cancelled, timed out or returned: the payer decides anew. */
  fail: 'A',
  /** Somebody took it for fraud: asking again with the same card makes it worse. */
  'high-risk': 'A',
  /** The wallet does not work here at all. */
  'not-support-apple-pay': 'A',
  /** Paying again after a success is no retry; its groups are the repurchase's own. */
  success: 'A',
  /** Hidden: there is nothing to press. */
  'not-active': 'A',
} as const satisfies Record<Outcome, RetryVariant>;
