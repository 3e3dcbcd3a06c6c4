import type { ReturnHow, ReturnStage } from '@jawhara/domain';

/**
 * The meaning of an event for an order. A return is known by `of`: the action of the payment, the dispute, or the hold as a
 * whole, which is released once, however many events report it.
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
 * Every event the provider can send, with what it means. An approval is a promise to pay: money is what was captured. The answer
 * to our own request counts as paid all the same, so that nobody waits; what then does not come is a reversal.
 */
export const EVENT_TYPES = {
  payment_approved: PENDING,
  payment_captured: PAID,
  payment_capture_pending: PENDING,
  payment_capture_declined: HOLD_LET_GO,
  payment_declined: REFUSED, // not while another try is planned: see webhook.ts
  payment_authentication_failed: REFUSED, // also the end of a question that nobody answered
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
  payment_paid: NOTHING, // what we were owed has reached our bank

  card_verified: NOTHING,
  card_verification_declined: NOTHING,
  // Steps of 3-D Secure. How the payment ended is told by an event of the payment.
  authentication_started: NOTHING,
  authentication_approved: NOTHING,
  authentication_attempted: NOTHING,
  authentication_expired: NOTHING,
  authentication_failed: NOTHING,

  fraud_reported: person('the bank reports fraud'),
  request_for_information_received: person('the bank asks about this payment'),

  // The notice and the question for papers are about one debit.
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

  // Names that only old accounts know.
  payment_chargeback: { says: 'returned', how: 'dispute', stage: 'taken', of: 'action' },
  payment_retrieval: person('the bank asks about this payment'),
  source_updated: NOTHING,
} as const satisfies Record<string, EventMeaning>;

export type CheckoutComEventType = keyof typeof EVENT_TYPES;

/** Null: nobody has heard of it. */
export function meaningOfEvent(type: string): EventMeaning | null {
  return Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as CheckoutComEventType] : null;
}
