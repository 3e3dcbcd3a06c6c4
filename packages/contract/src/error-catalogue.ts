import type { DeclineReason, PayerOrderState } from '@jawhara/domain';
import { REFUSAL_RESULTS, type RefusalKind } from './refusal-results.ts';

interface CatalogueRow {
  readonly result: number;
  readonly httpStatus: number;
}

/**
 * Every refusal of the server; the payer's sentences are in error-messages.ar.ts and error-messages.en.ts. A refusal
 * without a row does not compile.
 */
export const ERROR_CATALOGUE = {
  banned: { result: REFUSAL_RESULTS.banned, httpStatus: 200 },
  deactivated: { result: REFUSAL_RESULTS.deactivated, httpStatus: 200 },
  'being-cancelled': { result: REFUSAL_RESULTS['being-cancelled'], httpStatus: 200 },
  guest: { result: REFUSAL_RESULTS.guest, httpStatus: 200 },
  'source-mismatch': { result: REFUSAL_RESULTS['source-mismatch'], httpStatus: 200 },
  'ludo-account': { result: REFUSAL_RESULTS['ludo-account'], httpStatus: 200 },
  'not-found': { result: REFUSAL_RESULTS['not-found'], httpStatus: 200 },
  'login-unknown-person': { result: REFUSAL_RESULTS['login-unknown-person'], httpStatus: 200 },
  'login-closed': { result: REFUSAL_RESULTS['login-closed'], httpStatus: 200 },
  'login-id-missing': { result: REFUSAL_RESULTS['login-id-missing'], httpStatus: 200 },
  'login-password-missing': { result: REFUSAL_RESULTS['login-password-missing'], httpStatus: 200 },
  'login-wrong': { result: REFUSAL_RESULTS['login-wrong'], httpStatus: 200 },
  'login-refused': { result: REFUSAL_RESULTS['login-refused'], httpStatus: 200 },
  'login-provider-away': { result: REFUSAL_RESULTS['login-provider-away'], httpStatus: 200 },
  'login-ticket-void': { result: REFUSAL_RESULTS['login-ticket-void'], httpStatus: 200 },
  'not-signed-in': { result: REFUSAL_RESULTS['not-signed-in'], httpStatus: 200 },
  'card-not-updated': { result: REFUSAL_RESULTS['card-not-updated'], httpStatus: 200 },
  'card-not-found': { result: REFUSAL_RESULTS['card-not-found'], httpStatus: 200 },
  'card-question-closed': { result: REFUSAL_RESULTS['card-question-closed'], httpStatus: 200 },
  'card-expired': { result: REFUSAL_RESULTS['card-expired'], httpStatus: 200 },
  'cvv-missing': { result: REFUSAL_RESULTS['cvv-missing'], httpStatus: 200 },
  malformed: { result: REFUSAL_RESULTS.malformed, httpStatus: 400 },
  'card-data': { result: REFUSAL_RESULTS['card-data'], httpStatus: 400 },
  'from-elsewhere': { result: REFUSAL_RESULTS['from-elsewhere'], httpStatus: 403 },
  'device-unclear': { result: REFUSAL_RESULTS['device-unclear'], httpStatus: 403 },
  'post-only': { result: REFUSAL_RESULTS['post-only'], httpStatus: 405 },
  'too-many-tries': { result: REFUSAL_RESULTS['too-many-tries'], httpStatus: 429 },
  busy: { result: REFUSAL_RESULTS.busy, httpStatus: 503 },
  'pack-not-found': { result: REFUSAL_RESULTS['pack-not-found'], httpStatus: 200 },
  'pay-type-not-offered': { result: REFUSAL_RESULTS['pay-type-not-offered'], httpStatus: 200 },
  'order-not-found': { result: REFUSAL_RESULTS['order-not-found'], httpStatus: 200 },
  'order-not-cancellable': { result: REFUSAL_RESULTS['order-not-cancellable'], httpStatus: 200 },
  'order-link-invalid': { result: REFUSAL_RESULTS['order-link-invalid'], httpStatus: 200 },
  'receipt-link-invalid': { result: REFUSAL_RESULTS['receipt-link-invalid'], httpStatus: 200 },
  'mail-link-invalid': { result: REFUSAL_RESULTS['mail-link-invalid'], httpStatus: 200 },
  'mail-not-offered': { result: REFUSAL_RESULTS['mail-not-offered'], httpStatus: 200 },
  'hand-over-void': { result: REFUSAL_RESULTS['hand-over-void'], httpStatus: 200 },
  'refund-not-due': { result: REFUSAL_RESULTS['refund-not-due'], httpStatus: 200 },
  'request-id-missing': { result: REFUSAL_RESULTS['request-id-missing'], httpStatus: 400 },
  'request-id-reused': { result: REFUSAL_RESULTS['request-id-reused'], httpStatus: 409 },
  'repeat-purchase': { result: REFUSAL_RESULTS['repeat-purchase'], httpStatus: 200 },
  'payments-paused': { result: REFUSAL_RESULTS['payments-paused'], httpStatus: 503 },
  'wallet-unstable': { result: REFUSAL_RESULTS['wallet-unstable'], httpStatus: 200 },
  'wallet-not-available': { result: REFUSAL_RESULTS['wallet-not-available'], httpStatus: 200 },
  'payer-restricted': { result: REFUSAL_RESULTS['payer-restricted'], httpStatus: 200 },
  'card-restricted': { result: REFUSAL_RESULTS['card-restricted'], httpStatus: 200 },
  'fine-none': { result: REFUSAL_RESULTS['fine-none'], httpStatus: 200 },
  'fine-permanent': { result: REFUSAL_RESULTS['fine-permanent'], httpStatus: 200 },
  'fine-changed': { result: REFUSAL_RESULTS['fine-changed'], httpStatus: 200 },
  'feedback-empty': { result: REFUSAL_RESULTS['feedback-empty'], httpStatus: 200 },
  'feedback-too-long': { result: REFUSAL_RESULTS['feedback-too-long'], httpStatus: 200 },
  'files-too-many': { result: REFUSAL_RESULTS['files-too-many'], httpStatus: 200 },
  'file-type-refused': { result: REFUSAL_RESULTS['file-type-refused'], httpStatus: 200 },
  'file-too-large': { result: REFUSAL_RESULTS['file-too-large'], httpStatus: 200 },
  'file-empty': { result: REFUSAL_RESULTS['file-empty'], httpStatus: 200 },
  'file-unreadable': { result: REFUSAL_RESULTS['file-unreadable'], httpStatus: 200 },
  'file-not-found': { result: REFUSAL_RESULTS['file-not-found'], httpStatus: 200 },
  'upload-void': { result: REFUSAL_RESULTS['upload-void'], httpStatus: 200 },
  'report-not-found': { result: REFUSAL_RESULTS['report-not-found'], httpStatus: 200 },
  'rooms-not-served': { result: REFUSAL_RESULTS['rooms-not-served'], httpStatus: 200 },
  'room-not-live': { result: REFUSAL_RESULTS['room-not-live'], httpStatus: 200 },
} as const satisfies Record<RefusalKind, CatalogueRow>;

/** The answer after a fault of ours. The cause is not in it, only in the log under the request's id. */
export const FAULT = { kind: 'fault', result: 500, httpStatus: 500 } as const;

/** The error of a batch's part that got no answer in time: the client's own result number for a time-out. */
export const PART_TIMED_OUT = { kind: 'part-timed-out', result: -1, httpStatus: 200 } as const;

export const NO_SUCH_CALL = { kind: 'no-such-call', result: 404, httpStatus: 404 } as const;

/** Errors that a payer can meet, in the order of ERR-01. */
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

/** Where an error comes from, with its name on the wire. */
export type PayerErrorSource =
  /** A call was refused. */
  | { readonly by: 'refusal'; readonly call: string; readonly refusal: RefusalKind }
  /** A banned account was refused, with the end of its ban. */
  | {
      readonly by: 'ban';
      readonly call: 'findRecipient';
      readonly refusal: 'banned';
      readonly ban: 'permanent' | 'dated';
    }
  /** The order ended in this state; a refused order also has a reason. */
  | { readonly by: 'order'; readonly call: 'readOrderStatus'; readonly state: PayerOrderState }
  | { readonly by: 'decline'; readonly call: 'readOrderFailure'; readonly reason: DeclineReason }
  /** A call got no answer at all: the server sends no such error, the page notices it. */
  | { readonly by: 'page' };

/** The source of each error in the page. An error without a row does not compile. */
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
} as const satisfies Record<PayerError, PayerErrorSource>;
