import type { CodeRanges, CodeTable, DeclineCodes } from './decline-reason.ts';

/** Response codes. Below them, states and events in which a payment can end without a code. */
const CODES = {
  '20001': 'refer-to-bank',
  '20002': 'refer-to-bank',
  '20005': 'bank-refused', // do not honour: the most common, without a reason
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
  '20087': 'cvv-wrong', // CVV or expiry; likelier the CVV: it is never saved
  '20091': 'bank-unavailable',
  '20096': 'bank-unavailable',
  '20100': 'expiry-wrong',
  '20121': 'our-limit',
  '20124': 'cvv-wrong', // the CVV is missing
  '20150': 'not-enrolled',
  '20151': 'verification-failed',
  '20152': 'verification-timed-out',
  '20153': 'verification-unavailable',
  '20154': 'verification-required',
  '20155': 'verification-unavailable',
  '20159': 'verification-unavailable',
  '20179': 'card-closed', // the card was replaced or closed
  '20182': 'not-permitted',
  '20183': 'not-permitted',
  '200N7': 'cvv-wrong',
  '200P1': 'daily-limit',
  '200P9': 'smaller-amount-needed',
  '200R1': 'payments-stopped',
  '200R3': 'payments-stopped',
  '30015': 'card-number-wrong', // the bank has no such number
  '30021': 'limit-reached',
  '30022': 'limit-reached',
  '30033': 'card-withdrawn',
  '30034': 'risk',
  '30041': 'risk', // lost
  '30043': 'risk', // stolen
  '30046': 'card-closed',
  '43401': 'verification-required', // the provider's risk rules require 3-D Secure
  Canceled: 'payer-cancelled',
  Expired: 'payment-lapsed', // of the payment, not the card
  Voided: 'unknown',
  Refunded: 'unknown',
  'Card Verified': 'unknown',
  payment_canceled: 'payer-cancelled',
  payment_expired: 'payment-lapsed',
  payment_declined: 'unknown',
} as const satisfies CodeTable;

/** The meaning of a code's first digits, for codes without a row. */
const RANGES = [
  [/^20[0-9A-Z]{3}$/, 'bank-refused'], // soft decline: may work later
  [/^30[0-9A-Z]{3}$/, 'not-permitted'], // hard decline: never will
  [/^4\d{4}$/, 'risk'],
] as const satisfies CodeRanges;

export const CHECKOUT_COM_CODES: DeclineCodes = { codes: CODES, ranges: RANGES };
