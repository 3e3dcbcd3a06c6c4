import type { Dispute, DisputeStage } from '../world/disputes.ts';
import { newId } from './ids.ts';
import { iso, type CheckoutComPayment } from './payment.ts';

/** The webhooks of each stage. Both webhooks of `opened` are about one debit. */
export const DISPUTE_EVENTS = {
  opened: ['dispute_received', 'dispute_evidence_required'],
  won: ['dispute_won'],
  lost: ['dispute_lost'],
  withdrawn: ['dispute_canceled'],
  'taken-again': [], // no webhook: if the bank rejects the shop's evidence, the next one is about the arbitration
  'given-back-again': ['dispute_arbitration_won'],
  'lost-for-good': ['dispute_arbitration_lost'],
} as const satisfies Record<DisputeStage, readonly string[]>;

const ANSWER_WITHIN_MS = 7 * 24 * 60 * 60_000;

/** The webhook about a dispute, with the ids of the dispute and of its payment. */
export function disputeBody(
  type: string,
  dispute: Dispute,
  payment: CheckoutComPayment,
  now: number,
): string {
  const capture = payment.actions.find((action) => action.type === 'Capture');
  return JSON.stringify({
    id: newId('evt'),
    type,
    version: '1.0.0',
    timestamp: iso(now),
    data: {
      id: dispute.id,
      category: 'fraudulent',
      reason_code: '10.4',
      amount: dispute.amount,
      currency: dispute.currency,
      payment_id: payment.id,
      ...(capture ? { payment_action_id: capture.id } : {}),
      ...(payment.reference === null ? {} : { payment_reference: payment.reference }),
      payment_method: payment.card.scheme.toUpperCase(),
      ...(type === 'dispute_evidence_required' ? { evidence_required_by: iso(now + ANSWER_WITHIN_MS) } : {}),
    },
  });
}
