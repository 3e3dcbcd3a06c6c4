import type { Dispute, DisputeStage } from '../world/disputes.ts';
import { newId } from './ids.ts';
import { amountOf, chargeBody, intentBody, refundBody, seconds, type StripeIntent } from './intent.ts';
import type { StripeNews } from './intents.ts';

export interface StripeEvent {
  readonly type: string;
  readonly object: object;
}

function intentEvents(intent: StripeIntent): StripeEvent[] {
  const ofIntent = (type: string): StripeEvent => ({ type, object: intentBody(intent, false) });
  const ofCharge = (type: string): StripeEvent => ({ type, object: chargeBody(intent) });
  if (intent.standing === 'processing')
    return [ofIntent('payment_intent.created'), ofIntent('payment_intent.processing')];
  return intent.standing === 'paid'
    ? [ofIntent('payment_intent.created'), ofCharge('charge.succeeded'), ofIntent('payment_intent.succeeded')]
    : [
        ofIntent('payment_intent.created'),
        ofCharge('charge.failed'),
        ofIntent('payment_intent.payment_failed'),
      ];
}

export function eventsOf(news: StripeNews): StripeEvent[] {
  if (news.of === 'intent') return intentEvents(news.intent);
  const { refund } = news;
  const ofRefund = (type: string): StripeEvent => ({ type, object: refundBody(refund) });
  return refund.status === 'failed'
    ? [ofRefund('refund.failed'), ofRefund('charge.refund.updated')]
    : [ofRefund('refund.created'), { type: 'charge.refunded', object: chargeBody(refund.intent) }];
}

/**
 * The webhooks of each stage, and the dispute's status then. Stages without webhooks do not exist at Stripe: a dispute that
 * the bank withdraws is won, and the second round, an appeal, takes no money again.
 */
export const DISPUTE_EVENTS = {
  opened: { status: 'needs_response', types: ['created', 'funds_withdrawn'] },
  won: { status: 'won', types: ['funds_reinstated', 'closed'] },
  lost: { status: 'lost', types: ['closed'] },
  'given-back-again': { status: 'won', types: ['updated', 'funds_reinstated', 'closed'] },
  withdrawn: { status: '', types: [] },
  'taken-again': { status: '', types: [] },
  'lost-for-good': { status: '', types: [] },
} as const satisfies Record<DisputeStage, { readonly status: string; readonly types: readonly string[] }>;

const FEE = 1_500;

/** A dispute has the ids of the payment and its charge, but not the payment's metadata. */
function disputeBody(dispute: Dispute, intent: StripeIntent): object {
  const currency = dispute.currency.toLowerCase();
  const move = (amount: number, fee: number): object => ({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    fee,
    currency: intent.currency,
  });
  const isBack = dispute.stage === 'won' || dispute.stage === 'given-back-again';
  const amount = currency === intent.currency ? dispute.amount : amountOf(intent);
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [move(-amount, FEE), ...(isBack ? [move(amount, 0)] : [])],
    charge: intent.chargeId,
    created: seconds(dispute.moves[0]?.at ?? 0),
    currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: DISPUTE_EVENTS[dispute.stage].status,
  };
}

export function disputeEvents(dispute: Dispute, intent: StripeIntent): StripeEvent[] {
  const object = disputeBody(dispute, intent);
  return DISPUTE_EVENTS[dispute.stage].types.map((type) => ({ type: `charge.dispute.${type}`, object }));
}

export function eventBody({ type, object }: StripeEvent, now: number): string {
  return JSON.stringify({
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
}
