import type { RefusalOutcome } from './outcome.ts';

/** The next step most likely to help the payer. */
export type NextStep =
  | 'smaller-pack'
  /** `other-card`: another card, or another payment method such as a wallet. */
  | 'other-card'
  | 'retry-or-other-card'
  | 'update-card'
  | 'check-card'
  | 're-enter-cvv'
  | 'try-again'
  | 'try-later'
  | 'contact-bank'
  | 'contact-support';

interface DeclineRow {
  readonly outcome: RefusalOutcome;
  readonly nextStep: NextStep;
  /** Whether the same card can still work. `after-fix`: after a correction, or with a smaller amount. */
  readonly retrySameCard: 'yes' | 'no' | 'later' | 'after-fix';
}

/** Reasons for a refused payment, by what a payer can do about it. */
export const DECLINE_REASONS = {
  'insufficient-funds': { outcome: 'balance', nextStep: 'smaller-pack', retrySameCard: 'after-fix' },

  'card-expired': { outcome: 'expire', nextStep: 'update-card', retrySameCard: 'after-fix' },
  'expiry-wrong': { outcome: 'expire', nextStep: 'update-card', retrySameCard: 'after-fix' },
  // The card has expired and its bank withdrew it: a new date would not help.
  'card-withdrawn': { outcome: 'expire', nextStep: 'other-card', retrySameCard: 'no' },

  'verification-failed': { outcome: 'verify', nextStep: 'try-again', retrySameCard: 'yes' },
  'verification-timed-out': { outcome: 'verify', nextStep: 'try-again', retrySameCard: 'yes' },
  'verification-unavailable': { outcome: 'verify', nextStep: 'try-again', retrySameCard: 'yes' },
  'verification-required': { outcome: 'verify', nextStep: 'try-again', retrySameCard: 'yes' },
  'not-enrolled': { outcome: 'verify', nextStep: 'other-card', retrySameCard: 'no' },

  // Fraud, a lost or stolen card and risk rules are one reason, so that a thief learns nothing from our message.
  risk: { outcome: 'high-risk', nextStep: 'other-card', retrySameCard: 'no' },

  'card-number-wrong': { outcome: 'other', nextStep: 'check-card', retrySameCard: 'after-fix' },
  'name-wrong': { outcome: 'other', nextStep: 'check-card', retrySameCard: 'after-fix' },
  'cvv-wrong': { outcome: 'other', nextStep: 're-enter-cvv', retrySameCard: 'after-fix' },
  // We never ask for an address, so the payer cannot correct it.
  'address-wrong': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'no' },
  'pin-problem': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'no' },

  'daily-limit': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'later' },
  'amount-limit': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'later' },
  'count-limit': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'later' },
  'limit-reached': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'no' },
  'smaller-amount-needed': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'after-fix' },
  // The limit is part of our contract with the provider: no other card helps, but another payment method may.
  'our-limit': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'no' },

  'bank-unavailable': { outcome: 'other', nextStep: 'try-later', retrySameCard: 'yes' },
  'bank-refused': { outcome: 'other', nextStep: 'retry-or-other-card', retrySameCard: 'later' },
  'refer-to-bank': { outcome: 'other', nextStep: 'contact-bank', retrySameCard: 'no' },
  'card-blocked': { outcome: 'other', nextStep: 'contact-bank', retrySameCard: 'no' },
  'payments-stopped': { outcome: 'other', nextStep: 'contact-bank', retrySameCard: 'no' },
  'card-closed': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'no' },
  'not-permitted': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'no' },
  'not-supported': { outcome: 'other', nextStep: 'other-card', retrySameCard: 'no' },

  'payer-cancelled': { outcome: 'other', nextStep: 'try-again', retrySameCard: 'yes' },
  'payment-lapsed': { outcome: 'other', nextStep: 'try-again', retrySameCard: 'yes' },
  'not-processed': { outcome: 'other', nextStep: 'try-again', retrySameCard: 'yes' },
  'amount-wrong': { outcome: 'other', nextStep: 'contact-support', retrySameCard: 'no' },
  'our-fault': { outcome: 'other', nextStep: 'contact-support', retrySameCard: 'no' },
  unknown: { outcome: 'other', nextStep: 'retry-or-other-card', retrySameCard: 'yes' },
} as const satisfies Record<string, DeclineRow>;

export type DeclineReason = keyof typeof DECLINE_REASONS;

export interface Decline extends DeclineRow {
  readonly reason: DeclineReason;
}

/** The meaning of a code: a reason, with an outcome of its own where the specification wants another than the reason has. */
export type CodeRow = DeclineReason | { readonly reason: DeclineReason; readonly outcome: RefusalOutcome };

export type CodeTable = Readonly<Record<string, CodeRow>>;

export type CodeRanges = readonly (readonly [RegExp, DeclineReason])[];

export interface DeclineCodes {
  readonly codes: CodeTable;
  /** The meaning of codes without a row, for providers whose codes have a meaning in their first digits. */
  readonly ranges: CodeRanges;
}
