import type { CodeTable, DeclineCodes } from './decline-reason.ts';

/**
 * Result codes. The first five leave the outcome open: the adapter looks the payment up first, and such a code is a reason
 * only if the look-up says that the payment failed. The card codes at the end are documented but were never seen.
 */
const CODES = {
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
  CLOSED: 'payer-cancelled', // not completed in time
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
  CARD_EXPIRE_DATE_INVALID: 'card-expired', // also sent for a mistyped date, but that is rare
  CARD_HOLDER_NAME_INVALID: 'name-wrong',
  CVV_INVALID: { reason: 'cvv-wrong', outcome: 'verify' }, // the payer may type it again
  UNSUPPORT_CARD: 'not-supported',
  ACCOUNT_INVALID: 'card-closed',
  AUTH_FAILED: 'card-closed', // the consent to charge a saved card has ended
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

export const PAYERMAX_CODES: DeclineCodes = { codes: CODES, ranges: [] };
