import type { DeclineReason, NextStep } from '@jawhara/domain';
import type { WordId } from '../../words/ids/word-id.ts';

/** What happened and what to do, one sentence for each reason of a refusal. */
export const DECLINE_WORDS = {
  'insufficient-funds': 'decline.insufficient-funds',
  'card-expired': 'decline.card-expired',
  'expiry-wrong': 'decline.expiry-wrong',
  'card-withdrawn': 'decline.card-withdrawn',
  'verification-failed': 'decline.verification-failed',
  'verification-timed-out': 'decline.verification-timed-out',
  'verification-unavailable': 'decline.verification-unavailable',
  'verification-required': 'decline.verification-required',
  'not-enrolled': 'decline.not-enrolled',
  risk: 'decline.risk',
  'card-number-wrong': 'decline.card-number-wrong',
  'name-wrong': 'decline.name-wrong',
  'cvv-wrong': 'decline.cvv-wrong',
  'address-wrong': 'decline.address-wrong',
  'pin-problem': 'decline.pin-problem',
  'daily-limit': 'decline.daily-limit',
  'amount-limit': 'decline.amount-limit',
  'count-limit': 'decline.count-limit',
  'limit-reached': 'decline.limit-reached',
  'smaller-amount-needed': 'decline.smaller-amount-needed',
  'our-limit': 'decline.our-limit',
  'bank-unavailable': 'decline.bank-unavailable',
  'bank-refused': 'decline.bank-refused',
  'refer-to-bank': 'decline.refer-to-bank',
  'card-blocked': 'decline.card-blocked',
  'payments-stopped': 'decline.payments-stopped',
  'card-closed': 'decline.card-closed',
  'not-permitted': 'decline.not-permitted',
  'not-supported': 'decline.not-supported',
  'payer-cancelled': 'decline.payer-cancelled',
  'payment-lapsed': 'decline.payment-lapsed',
  'not-processed': 'decline.not-processed',
  'amount-wrong': 'decline.amount-wrong',
  'our-fault': 'decline.our-fault',
  unknown: 'decline.unknown',
} as const satisfies Record<DeclineReason, WordId>;

/** The next step, as short as the label of a button. */
export const NEXT_STEP_WORDS = {
  'smaller-pack': 'decline.next.smaller-pack',
  'other-card': 'method.otherCard',
  // Another card has a row of its own.
  'retry-or-other-card': 'common.retry',
  'update-card': 'decline.next.update-card',
  'check-card': 'decline.next.check-card',
  're-enter-cvv': 'decline.next.re-enter-cvv',
  'try-later': 'decline.next.try-later',
  'contact-bank': 'decline.next.contact-bank',
  'try-again': 'common.retry',
  'contact-support': 'result.report',
} as const satisfies Record<NextStep, WordId>;
