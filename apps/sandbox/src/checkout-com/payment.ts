import { DECLINES, SCENARIOS, type DeclineCode, type Scenario, type Verdict } from '../scenarios.ts';
import { fingerprintOf } from './instruments.ts';
import type { CheckoutComCard } from './tokens.ts';

export interface Action {
  readonly id: string;
  readonly type: 'Authorization' | 'Capture' | 'Refund' | 'Void';
  readonly amount: number;
  readonly reference: string | null;
  readonly processedAt: number;
  /** An approved action may fail afterwards, under the same id. */
  approved: boolean;
  responseCode: string;
}

/** The state of a payment, refunds and voids apart. `asking`: the bank waits for the cardholder's authentication. */
export type CheckoutComStanding = 'asking' | 'pending' | 'approved' | 'declined';

/** The card paid with: typed just now, or saved by an earlier payment, with its first expiry date or a newer one. */
export type PaidFrom = 'new-card' | 'kept-card' | 'renewed-card';

/** Checkout.com's record of a payment, which changes as the payment goes on. */
export interface CheckoutComPayment {
  readonly id: string;
  readonly sessionId: string;
  /** Null: the shop does not want the card saved, so it gets no id for later payments. */
  readonly sourceId: string | null;
  readonly card: CheckoutComCard;
  readonly paidFrom: PaidFrom;
  readonly requestedAmount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly customerId: string | null;
  readonly isCapturedAtOnce: boolean;
  readonly successUrl: string | null;
  readonly failureUrl: string | null;
  readonly requestedAt: number;
  standing: CheckoutComStanding;
  declineCode: DeclineCode | null;
  capturedAmount: number;
  refundedAmount: number;
  isVoided: boolean;
  readonly actions: Action[];
}

export function scenarioOf(payment: CheckoutComPayment): Scenario {
  return SCENARIOS[payment.card.scenario];
}

/** Whether the card's bank approves the payment, by the card's scenario. */
export function verdictOf(payment: CheckoutComPayment): Verdict {
  const { verdict, savedCardBehaviour } = scenarioOf(payment);
  return savedCardBehaviour === 'expires' && payment.paidFrom === 'kept-card'
    ? { says: 'no', code: '20054' }
    : verdict;
}

/** The amount that the bank takes: with one of the test cards it is a cent less than was requested. */
export function amountOf(payment: CheckoutComPayment): number {
  if (scenarioOf(payment).takes === 'one-cent-less' && payment.standing === 'approved')
    return payment.requestedAmount - 1;
  return payment.requestedAmount;
}

export function statusOf(payment: CheckoutComPayment): string {
  if (payment.standing === 'asking' || payment.standing === 'pending') return 'Pending';
  if (payment.standing === 'declined') return 'Declined';
  if (payment.isVoided) return 'Voided';
  if (payment.refundedAmount > 0)
    return payment.refundedAmount < payment.capturedAmount ? 'Partially Refunded' : 'Refunded';
  return payment.capturedAmount > 0 ? 'Captured' : 'Authorized';
}

export function responseOf(payment: CheckoutComPayment): {
  response_code?: string;
  response_summary?: string;
} {
  if (payment.standing === 'approved') return { response_code: '10000', response_summary: 'Approved' };
  if (payment.declineCode === null) return {};
  return { response_code: payment.declineCode, response_summary: DECLINES[payment.declineCode] };
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

function sourceBody(payment: CheckoutComPayment): object {
  const { card } = payment;
  return {
    ...(payment.sourceId === null ? {} : { id: payment.sourceId }),
    type: 'card',
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    scheme: card.scheme,
    last4: card.last4,
    bin: card.bin,
    fingerprint: fingerprintOf(card),
    ...(card.wallet === undefined ? {} : { card_wallet_type: card.wallet }),
    card_type: 'CREDIT',
    card_category: 'CONSUMER',
    issuer: 'Sandbox Bank',
    issuer_country: 'SA',
    avs_check: 'S',
    cvv_check: payment.declineCode === '200N7' ? 'N' : 'Y',
  };
}

function authenticationBody(payment: CheckoutComPayment): object | null {
  const kind = scenarioOf(payment).authentication;
  const hasFailed = payment.declineCode === '20151' || payment.declineCode === '20152';
  if (kind === 'none' && !hasFailed) return null;
  return {
    downgraded: false,
    enrolled: 'Y',
    version: '2.2.0',
    challenged: kind === 'challenge',
    ...(payment.standing === 'asking' ? {} : { authentication_response: hasFailed ? 'N' : 'Y' }),
  };
}

/** A payment as the API shows it. The redirect is there only while the bank waits for the cardholder. */
export function paymentBody(payment: CheckoutComPayment, publicUrl: string): object {
  const authentication = authenticationBody(payment);
  const isDecided = payment.standing === 'approved' || payment.standing === 'declined';
  const last = payment.actions.at(-1);
  return {
    id: payment.id,
    ...(last ? { action_id: last.id } : {}),
    amount: amountOf(payment),
    currency: payment.currency,
    ...(isDecided ? { approved: payment.standing === 'approved' } : {}),
    status: statusOf(payment),
    ...(payment.standing === 'approved'
      ? { auth_code: '643381', eci: '05', scheme_id: '489341065491658' }
      : {}),
    ...responseOf(payment),
    ...(authentication ? { '3ds': authentication } : {}),
    risk: { flagged: payment.declineCode === '20059' },
    ...(isDecided ? { source: sourceBody(payment) } : {}),
    balances: {
      total_authorized: payment.standing === 'approved' ? amountOf(payment) : 0,
      total_voided: payment.isVoided ? amountOf(payment) : 0,
      total_captured: payment.capturedAmount,
      total_refunded: payment.refundedAmount,
    },
    requested_on: iso(payment.requestedAt),
    ...(last ? { processed_on: iso(last.processedAt) } : {}),
    ...(payment.reference === null ? {} : { reference: payment.reference }),
    _links: {
      self: { href: `${publicUrl}/payments/${payment.id}` },
      actions: { href: `${publicUrl}/payments/${payment.id}/actions` },
      ...(payment.standing === 'asking'
        ? { redirect: { href: `${publicUrl}/bank/${payment.sessionId}` } }
        : {}),
    },
  };
}

export function actionBody(action: Action): object {
  return {
    id: action.id,
    type: action.type,
    processed_on: iso(action.processedAt),
    amount: action.amount,
    approved: action.approved,
    response_code: action.responseCode,
    response_summary: action.approved ? 'Approved' : 'Declined',
    ...(action.reference === null ? {} : { reference: action.reference }),
  };
}
