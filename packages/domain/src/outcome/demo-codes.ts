import type { CodeTable, DeclineCodes } from './decline-reason.ts';

/** The complete list of the sandbox's own provider. */
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
