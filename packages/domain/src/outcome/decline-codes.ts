import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '../provider/providers.ts';
import { ADYEN_REFUSALS } from './adyen-refusals.ts';
import type { DeclineReason } from './decline-reason.ts';
import type { RefusalOutcome } from './outcome.ts';

/** A reason, and an outcome beside it where the specification wants another one than the reason's own. */
type CodeRow = DeclineReason | { readonly reason: DeclineReason; readonly outcome: RefusalOutcome };

type CodeTable = Readonly<Record<string, CodeRow>>;

type CodeRanges = readonly (readonly [RegExp, DeclineReason])[];

export interface DeclineCodes {
  readonly codes: CodeTable;
  /** Where a provider builds its codes so that their beginning says something. */
  readonly ranges: CodeRanges;
}

/** Response codes. Behind them, the states and events in which a payment can end without a code. */
const CHECKOUT_COM_CODES = {
  '20001': 'refer-to-bank',
  '20002': 'refer-to-bank',
  '20005': 'bank-refused', // do not honour: the commonest, and it says nothing
  '20012': 'not-permitted',
  '20013': 'amount-wrong',
  '20014': 'card-number-wrong',
  '20051': 'insufficient-funds',
  '20054': 'card-expired',
  '20057': 'not-permitted',
  '2005C': 'card-blocked',
  '20059': 'risk',
  '20061': 'amount-limit',
  '20062': 'card-blocked',
  '20063': 'not-permitted',
  '20065': 'count-limit',
  '20068': 'bank-unavailable',
  '20087': 'cvv-wrong', // or the expiry; the CVV is the one that cannot be kept
  '20091': 'bank-unavailable',
  '20096': 'bank-unavailable',
  '20100': 'expiry-wrong',
  '20121': 'our-limit',
  '20124': 'cvv-wrong', // missing
  '20150': 'not-enrolled',
  '20151': 'verification-failed',
  '20152': 'verification-timed-out',
  '20153': 'verification-unavailable',
  '20154': 'verification-required',
  '20155': 'verification-unavailable',
  '20159': 'verification-unavailable',
  '20179': 'card-closed', // the life of the card is over: replaced, closed
  '20182': 'not-permitted',
  '20183': 'not-permitted',
  '200N7': 'cvv-wrong',
  '200P1': 'daily-limit',
  '200P9': 'smaller-amount-needed',
  '200R1': 'payments-stopped',
  '200R3': 'payments-stopped',
  '30015': 'card-number-wrong', // no bank has such a number
  '30021': 'limit-reached',
  '30022': 'limit-reached',
  '30033': 'card-withdrawn',
  '30034': 'risk',
  '30041': 'risk', // lost
  '30043': 'risk', // stolen
  '30046': 'card-closed',
  '43401': 'verification-required', // the risk rules ask for 3-D Secure
  Canceled: 'payer-cancelled',
  Expired: 'payment-lapsed', // the payment, not the card
  Voided: 'unknown',
  Refunded: 'unknown',
  'Card Verified': 'unknown',
  payment_canceled: 'payer-cancelled',
  payment_expired: 'payment-lapsed',
  payment_declined: 'unknown',
} as const satisfies CodeTable;

/** `Error` is a result without a refusal; so are Cancelled and Refused, which have their texts above. The last is an event. */
const ADYEN_CODES: CodeTable = Object.fromEntries<CodeRow>([
  ...ADYEN_REFUSALS.map(([code, , row]) => [code, row] as const),
  ...ADYEN_REFUSALS.map(([, text, row]) => [text, row] as const),
  ['Error', 'not-processed'],
  ['OFFER_CLOSED', 'payment-lapsed'], // the payer never finished
]);

/**
 * Result codes. The first five say that the outcome is open: an adapter asks first, and only when the provider's books say
 * failed is one of them a reason. The card codes at the end stand in its public list and were never met in the wild.
 */
const PAYERMAX_CODES = {
  SYSTEM_ERROR: 'not-processed',
  UNEXPECTED_ERROR: 'not-processed',
  REQUEST_TIMEOUT: 'not-processed',
  TOO_MANY_REQUEST: 'not-processed',
  PAYMENT_PROCESSING: 'not-processed',
  REQ_TIME_OVER_TIME: 'our-fault',
  SIGN_VERIFY_FAILED: 'our-fault',
  MERCHANT_INVALID: 'our-fault',
  MERCHANT_APP_INVALID: 'our-fault',
  PARAMS_INVALID: 'our-fault',
  COUNTRY_INVALID: 'our-fault',
  CURRENCY_INVALID: 'our-fault',
  CONTRACT_INVALID: 'our-fault',
  AMOUNT_INVALID: 'amount-wrong',
  AMOUNT_LIMIT: 'our-limit',
  PAYMENT_FAILED: 'unknown',
  FAILED: 'unknown',
  CLOSED: 'payer-cancelled', // nobody finished it in time
  AMOUNT_LIMIT_MINIMUM: 'our-limit',
  AMOUNT_LIMIT_MAXIMUM: 'smaller-amount-needed',
  ORDER_NOT_EXIST: 'our-fault',
  ORDER_REPEAT: 'our-fault',
  ORDER_CLOSED: 'payment-lapsed',
  ONBOARD_ERROR: 'our-fault',
  PAYMENT_METHOD_NOT_EXIST: 'our-fault',
  PAYMENT_METHOD_SUSPEND: 'not-supported',
  BALANCE_INSUFFICIENT: 'insufficient-funds',
  CARD_INVALID: 'card-number-wrong',
  CARD_EXPIRE_DATE_INVALID: 'card-expired', // its only word for both, and a date is rarely mistyped
  CARD_HOLDER_NAME_INVALID: 'name-wrong',
  CVV_INVALID: { reason: 'cvv-wrong', outcome: 'verify' }, // the payer may type it again
  UNSUPPORT_CARD: 'not-supported',
  ACCOUNT_INVALID: 'card-closed',
  AUTH_FAILED: 'card-closed', // the leave to charge a kept card is gone
  AUTH_EXPIRED: 'card-closed',
  ACCOUNT_BLOCKED: 'card-blocked',
  PIN_INVALID: 'pin-problem',
  PIN_VERIFY_LIMIT: 'pin-problem',
  AUTHENTICATE_FAILED: 'verification-failed',
  OTP_VERIFY_FAILED: 'verification-failed',
  OTP_VERIFY_LIMIT: 'verification-failed',
  OVER_VERIFY_LIMIT: 'verification-failed',
  ISSUER_PAYMENT_REJECTED: 'bank-refused',
  PAYMENT_REJECTED: 'risk',
  DECLINED_BY_MERCHANT_BLACKLIST: 'risk',
} as const satisfies CodeTable;

/** What the first digits say of a code that has no row. */
const CHECKOUT_COM_RANGES = [
  [/^20[0-9A-Z]{3}$/, 'bank-refused'], // soft: it may work later
  [/^30[0-9A-Z]{3}$/, 'not-permitted'], // hard: it never will
  [/^4\d{4}$/, 'risk'],
] as const satisfies CodeRanges;

export const DECLINE_CODES: Readonly<Record<CardProvider, DeclineCodes>> = {
  [PAYERMAX]: { codes: PAYERMAX_CODES, ranges: [] },
  [CHECKOUT_COM]: { codes: CHECKOUT_COM_CODES, ranges: CHECKOUT_COM_RANGES },
  [ADYEN]: { codes: ADYEN_CODES, ranges: [] },
};
