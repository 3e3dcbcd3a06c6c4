import type { DeclineReason, OrderState } from '@jawhara/domain';
import type { RefusalKind } from './refusal-results.ts';

/** Errors that a payer can meet, in the order of the requirement (ERR-01). */
export type PayerError =
  | 'account-unknown'
  | 'link-void'
  | 'payment-failed'
  | 'recharge-failed'
  | 'fine-changed'
  | 'security-check-failed'
  | 'network-failed'
  | 'payment-not-sent'
  | 'order-timed-out'
  | 'payment-cancelled'
  | 'wallet-not-supported'
  | 'wallet-unstable'
  | 'update-failed'
  | 'report-not-sent'
  | 'banned-forever'
  | 'banned-until'
  | 'account-cancelled'
  | 'guest-not-served'
  | 'report-too-long';

/** Who knows of it, and in which words of the wire. */
export type ErrorTold =
  /** A call says no. */
  | { readonly by: 'refusal'; readonly call: string; readonly refusal: RefusalKind }
  /** A banned account is refused with how its ban ends. */
  | {
      readonly by: 'ban';
      readonly call: 'findRecipient';
      readonly refusal: 'banned';
      readonly ban: 'permanent' | 'dated';
    }
  /** The order has ended so; a refused one has a reason. */
  | { readonly by: 'order'; readonly call: 'readOrderStatus'; readonly state: OrderState }
  | { readonly by: 'decline'; readonly call: 'readOrderFailure'; readonly reason: DeclineReason }
  /** Nothing came of a call at all: no server can tell it. */
  | { readonly by: 'page' };

/** Where the page hears of each. An error without a row does not compile. */
export const PAYER_ERRORS = {
  'account-unknown': { by: 'refusal', call: 'findRecipient', refusal: 'not-found' },
  'link-void': { by: 'refusal', call: 'logInWithTicket', refusal: 'login-ticket-void' },
  'payment-failed': { by: 'order', call: 'readOrderStatus', state: 'refused' },
  'recharge-failed': { by: 'refusal', call: 'createCoinPay', refusal: 'pack-not-found' },
  'fine-changed': { by: 'refusal', call: 'createFinePay', refusal: 'fine-changed' },
  'security-check-failed': { by: 'decline', call: 'readOrderFailure', reason: 'verification-failed' },
  'network-failed': { by: 'page' },
  'payment-not-sent': { by: 'decline', call: 'readOrderFailure', reason: 'not-processed' },
  'order-timed-out': { by: 'order', call: 'readOrderStatus', state: 'expired' },
  'payment-cancelled': { by: 'order', call: 'readOrderStatus', state: 'cancelled' },
  'wallet-not-supported': { by: 'refusal', call: 'openWalletSession', refusal: 'wallet-not-available' },
  'wallet-unstable': { by: 'refusal', call: 'checkDomainPayable', refusal: 'wallet-unstable' },
  'update-failed': { by: 'page' },
  'report-not-sent': { by: 'page' },
  'banned-forever': { by: 'ban', call: 'findRecipient', refusal: 'banned', ban: 'permanent' },
  'banned-until': { by: 'ban', call: 'findRecipient', refusal: 'banned', ban: 'dated' },
  'account-cancelled': { by: 'refusal', call: 'findRecipient', refusal: 'deactivated' },
  'guest-not-served': { by: 'refusal', call: 'findRecipient', refusal: 'guest' },
  'report-too-long': { by: 'refusal', call: 'submitFeedback', refusal: 'feedback-too-long' },
} as const satisfies Record<PayerError, ErrorTold>;
