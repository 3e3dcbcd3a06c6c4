import type { DeclineCode } from '../scenarios.ts';

export interface StripeDecline {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

/**
 * Stripe's error for each decline of a bank. With `card_declined` a `decline_code` says why; some errors have a code of their
 * own instead.
 */
export const DECLINES = {
  '20005': { code: 'card_declined', decline_code: 'do_not_honor', message: 'Your card was declined.' },
  '20051': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '20054': { code: 'expired_card', message: 'Your card has expired.' },
  '20059': { code: 'card_declined', decline_code: 'fraudulent', message: 'Your card was declined.' },
  '200N7': { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  '20151': {
    code: 'payment_intent_authentication_failure',
    message: 'The provided payment method has failed authentication.',
  },
  '20152': {
    code: 'payment_intent_payment_attempt_expired',
    message: 'The latest attempt to confirm the payment has expired.',
  },
} as const satisfies Record<DeclineCode, StripeDecline>;

/** The code that says most about a decline: `decline_code` where there is one, else `code`. */
export function saidBy(decline: StripeDecline): string {
  return decline.decline_code ?? decline.code;
}
