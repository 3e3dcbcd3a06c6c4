import type { DeclineCode } from '../scenarios.ts';

export interface Result {
  readonly code: string;
  readonly msg: string;
}

/**
 * PayerMax's code and text for each decline of a bank. The codes are in its published list; which of them stands for which
 * decline is not documented and is our choice.
 */
export const DECLINE_RESULTS = {
  '20005': { code: 'PAYMENT_FAILED', msg: 'Payment failed.' },
  '20051': { code: 'BALANCE_INSUFFICIENT', msg: 'Insufficient balance.' },
  '20054': { code: 'CARD_EXPIRE_DATE_INVALID', msg: 'The card has expired.' },
  '20059': { code: 'PAYMENT_REJECTED', msg: 'Rejected by risk control.' },
  '200N7': { code: 'CVV_INVALID', msg: 'Invalid CVV.' },
  '20151': { code: 'AUTHENTICATE_FAILED', msg: '3DS authentication failed.' },
  '20152': { code: 'AUTHENTICATE_FAILED', msg: '3DS authentication was not finished in time.' },
} as const satisfies Record<DeclineCode, Result>;

export const CLOSED_RESULT: Result = { code: 'PAYMENT_FAILED', msg: 'Payment was not completed on time.' };
