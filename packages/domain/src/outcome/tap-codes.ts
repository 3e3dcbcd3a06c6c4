import type { CodeTable, DeclineCodes } from './decline-reason.ts';

/** `response.code` of a charge. Below them, the statuses, for a charge without a code. */
const CODES = {
  '301': 'payment-lapsed', // abandoned
  '302': 'payer-cancelled',
  '303': 'not-processed', // deferred
  '304': 'payment-lapsed', // of the payment, not the card
  '401': 'not-processed',
  '402': 'our-fault', // invalid parameter
  '403': 'our-fault', // duplicate
  '404': 'not-processed', // locked
  '405': 'card-number-wrong',
  '406': 'expiry-wrong',
  '407': 'card-expired',
  '408': 'unknown',
  '501': 'bank-refused',
  '502': 'cvv-wrong',
  '503': 'verification-failed',
  '504': 'not-enrolled',
  '505': 'insufficient-funds',
  '506': 'not-supported',
  '507': 'bank-refused',
  '508': 'bank-unavailable', // no reply
  '509': 'card-blocked', // do not contact
  '510': 'refer-to-bank',
  '511': 'bank-unavailable',
  '512': 'verification-failed',
  '513': 'bank-unavailable', // error of the acquirer
  '514': 'risk',
  '515': 'risk', // refused by Tap
  '516': 'verification-failed',
  '601': 'payment-lapsed', // released
  '701': 'not-permitted',
  '702': 'count-limit',
  '703': 'not-permitted', // refused by the bank
  '704': 'risk', // refused by Tap
  '801': 'bank-unavailable', // timed out
  '901': 'unknown',
  ABANDONED: 'payment-lapsed',
  CANCELLED: 'payer-cancelled',
  EXPIRED: 'payment-lapsed',
  FAILED: 'unknown',
  DECLINED: 'bank-refused',
  RESTRICTED: 'not-permitted',
  VOID: 'payment-lapsed',
  '1126': 'our-fault', // a wallet's token is valid once
} as const satisfies CodeTable;

export const TAP_CODES: DeclineCodes = { codes: CODES, ranges: [] };
