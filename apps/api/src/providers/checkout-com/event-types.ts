import type { ReturnHow, ReturnStage } from '@jawhara/domain';

/**
 * The meaning of an event for an order. `of` says whose id identifies the refund, dispute or reversal: that of the payment's
 * action, of the dispute, or of the payment for its authorisation hold. A hold is released only once, however many events report
 * it.
 */
export type EventMeaning =
  | { readonly says: 'paid' | 'pending' | 'refused' | 'nothing' }
  | {
      readonly says: 'returned';
      readonly how: ReturnHow;
      readonly stage: ReturnStage;
      readonly of: 'action' | 'dispute' | 'hold';
    }
  | { readonly says: 'person'; readonly why: string };

const PAID = { says: 'paid' } as const;
const PENDING = { says: 'pending' } as const;
const REFUSED = { says: 'refused' } as const;
const NOTHING = { says: 'nothing' } as const;
const refund = (stage: ReturnStage) => ({ says: 'returned', how: 'refund', stage, of: 'action' }) as const;
const dispute = (stage: ReturnStage) => ({ says: 'returned', how: 'dispute', stage, of: 'dispute' }) as const;
const HOLD_LET_GO = { says: 'returned', how: 'reversal', stage: 'taken', of: 'hold' } as const;
const person = (why: string) => ({ says: 'person', why }) as const;

/**
 * The meaning of every event that the provider can send. An approval only promises payment: money is what was captured. The
 * answer to our own request counts as paid all the same, so that no payer waits; if the capture then fails, it is reported
 * as a reversal.
 */
export const EVENT_TYPES = {
  payment_approved: PENDING,
  payment_captured: PAID,
  payment_capture_pending: PENDING,
  payment_capture_declined: HOLD_LET_GO,
  payment_declined: REFUSED, // unless the provider plans a retry: see webhook.ts
  payment_authentication_failed: REFUSED, // also when the payer let the bank's challenge run out
  payment_pending: PENDING,
  payment_canceled: REFUSED,
  payment_expired: REFUSED,
  payment_retry_scheduled: PENDING,
  payment_compliance_review: PENDING,
  payment_voided: HOLD_LET_GO,
  payment_void_declined: NOTHING,
  payment_refund_pending: refund('announced'),
  payment_refunded: refund('taken'),
  payment_refund_declined: refund('given-back'),
  payment_returned: { says: 'returned', how: 'reversal', stage: 'taken', of: 'action' },
  payment_authorization_incremented: NOTHING,
  payment_authorization_increment_declined: NOTHING,
  payment_paid: NOTHING, // a payout has reached our bank

  card_verified: NOTHING,
  card_verification_declined: NOTHING,
  // Steps of 3-D Secure. A payment event reports how the payment ended.
  authentication_started: NOTHING,
  authentication_approved: NOTHING,
  authentication_attempted: NOTHING,
  authentication_expired: NOTHING,
  authentication_failed: NOTHING,

  fraud_reported: person('the bank reports fraud'),
  request_for_information_received: person('the bank asks about this payment'),

  // The dispute and its request for evidence concern one debit.
  dispute_received: dispute('taken'),
  dispute_evidence_required: dispute('taken'),
  dispute_evidence_submitted: NOTHING,
  dispute_evidence_acknowledged_by_scheme: NOTHING,
  dispute_accepted: dispute('lost'),
  dispute_expired: dispute('lost'),
  dispute_lost: dispute('lost'),
  dispute_canceled: dispute('given-back'),
  dispute_won: dispute('given-back'),
  dispute_resolved: person('a dispute was closed without us: the settlement report says whose the money is'),
  dispute_arbitration_evidence_submitted: NOTHING,
  dispute_arbitration_sent_to_scheme: NOTHING,
  dispute_arbitration_won: dispute('given-back-again'),
  dispute_arbitration_lost: dispute('lost-for-good'),

  report_generated: NOTHING,

  // Event names that only old accounts send.
  payment_chargeback: { says: 'returned', how: 'dispute', stage: 'taken', of: 'action' },
  payment_retrieval: person('the bank asks about this payment'),
  source_updated: NOTHING,
} as const satisfies Record<string, EventMeaning>;

export type CheckoutComEventType = keyof typeof EVENT_TYPES;

/** The meaning of an event; null for an unknown type. */
export function meaningOfEvent(type: string): EventMeaning | null {
  return Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as CheckoutComEventType] : null;
}
