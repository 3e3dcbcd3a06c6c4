import {
  ADYEN,
  CHECKOUT_COM,
  DEMO,
  PAYERMAX,
  STRIPE,
  TAP,
  type ProviderNumber,
} from '../provider/providers.ts';
import { ADYEN_CODES } from './adyen-codes.ts';
import { CHECKOUT_COM_CODES } from './checkout-com-codes.ts';
import type { DeclineCodes, CodeTable } from './decline-reason.ts';
import { PAYERMAX_CODES } from './payermax-codes.ts';
import { STRIPE_CODES } from './stripe-codes.ts';
import { TAP_CODES } from './tap-codes.ts';

/** All decline codes of Demo, the sandbox's own provider. */
const CODES = {
  bank_refused: 'bank-refused',
  insufficient_funds: 'insufficient-funds',
  card_expired: 'card-expired',
  suspected_fraud: 'risk',
  security_code_wrong: 'cvv-wrong',
  authentication_failed: 'verification-failed',
  authentication_timed_out: 'verification-timed-out',
  token_unreadable: 'our-fault',
  token_used: 'our-fault',
  request_invalid: 'our-fault',
  refund_too_much: 'our-fault',
} as const satisfies CodeTable;

export const DEMO_CODES: DeclineCodes = { codes: CODES, ranges: [] };

/** The codes with which each provider declines. */
export const DECLINE_CODES: Readonly<Record<ProviderNumber, DeclineCodes>> = {
  [PAYERMAX]: PAYERMAX_CODES,
  [CHECKOUT_COM]: CHECKOUT_COM_CODES,
  [ADYEN]: ADYEN_CODES,
  [STRIPE]: STRIPE_CODES,
  [TAP]: TAP_CODES,
  [DEMO]: DEMO_CODES,
};
