import type { CodeTable, DeclineCodes } from './decline-reason.ts';

/**
 * `decline_code` of a card error, the bank's reason; without one, the error's own `code`. Below them, why an intent was
 * cancelled, and errors of a request.
 */
const CODES = {
  approve_with_id: 'not-processed',
  authentication_not_handled: 'verification-failed',
  authentication_required: 'verification-required',
  call_issuer: 'refer-to-bank',
  card_not_supported: 'not-supported',
  card_velocity_exceeded: 'amount-limit',
  currency_not_supported: 'not-supported',
  do_not_honor: 'bank-refused',
  do_not_try_again: 'not-permitted',
  duplicate_transaction: 'not-processed',
  expired_card: 'card-expired',
  fraudulent: 'risk',
  generic_decline: 'bank-refused',
  highest_risk_level: 'risk', // Radar's decision
  elevated_risk_level: 'risk',
  incorrect_address: 'address-wrong',
  incorrect_cvc: 'cvv-wrong',
  incorrect_number: 'card-number-wrong',
  incorrect_pin: 'pin-problem',
  incorrect_zip: 'address-wrong',
  insufficient_funds: 'insufficient-funds',
  invalid_account: 'card-closed',
  invalid_amount: 'amount-wrong',
  invalid_cvc: 'cvv-wrong',
  invalid_expiry_month: 'expiry-wrong',
  invalid_expiry_year: 'expiry-wrong',
  invalid_number: 'card-number-wrong',
  invalid_pin: 'pin-problem',
  issuer_not_available: 'bank-unavailable',
  lost_card: 'risk',
  merchant_blacklist: 'risk', // our own block list there
  mobile_device_authentication_required: 'verification-required',
  new_account_information_available: 'card-closed',
  no_action_taken: 'bank-refused',
  not_permitted: 'not-permitted',
  offline_pin_required: 'pin-problem',
  online_or_offline_pin_required: 'pin-problem',
  pickup_card: 'risk', // usually lost or stolen
  pin_try_exceeded: 'pin-problem',
  processing_error: 'bank-unavailable',
  reenter_transaction: 'bank-unavailable',
  restricted_card: 'card-blocked',
  revocation_of_all_authorizations: 'payments-stopped',
  revocation_of_authorization: 'payments-stopped',
  security_violation: 'not-permitted',
  service_not_allowed: 'not-permitted',
  stolen_card: 'risk',
  stop_payment_order: 'payments-stopped',
  testmode_decline: 'our-fault', // a test card with live keys
  transaction_not_allowed: 'not-permitted',
  try_again_later: 'bank-unavailable',
  withdrawal_count_limit_exceeded: 'count-limit',

  card_declined: 'bank-refused', // without a decline code
  card_decline_rate_limit_exceeded: 'count-limit',
  payment_intent_authentication_failure: 'verification-failed',
  payment_intent_payment_attempt_expired: 'verification-timed-out',
  payment_intent_payment_attempt_failed: 'bank-refused',
  payment_method_provider_decline: 'bank-refused',
  payment_method_customer_decline: 'payer-cancelled',
  payment_method_provider_timeout: 'bank-unavailable',

  canceled: 'payment-lapsed',
  abandoned: 'payment-lapsed',
  automatic: 'payment-lapsed',
  expired: 'payment-lapsed',
  duplicate: 'payment-lapsed',
  requested_by_customer: 'payer-cancelled',

  token_already_used: 'our-fault', // a wallet's token is valid once
  token_in_use: 'our-fault',
  token_card_network_invalid: 'not-supported',
  invalid_card_type: 'not-supported',
  amount_too_large: 'smaller-amount-needed',
  amount_too_small: 'our-limit',
  parameter_missing: 'our-fault',
  parameter_unknown: 'our-fault',
  resource_missing: 'our-fault',
  testmode_charges_only: 'our-fault',
} as const satisfies CodeTable;

export const STRIPE_CODES: DeclineCodes = { codes: CODES, ranges: [] };
