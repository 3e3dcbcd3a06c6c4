import { SCENARIOS, type DeclineCode, type ScenarioKey } from '../scenarios.ts';
import { DECLINES, type StripeDecline } from './decline-codes.ts';

export type IntentStanding = 'processing' | 'paid' | 'failed';

/** Stripe's record of a payment, which changes as the payment goes on. */
export interface StripeIntent {
  readonly id: string;
  readonly chargeId: string;
  readonly scenario: ScenarioKey;
  readonly amount: number;
  /** In small letters. */
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  standing: IntentStanding;
  declineCode: DeclineCode | null;
  refundedAmount: number;
}

export interface StripeRefund {
  readonly id: string;
  readonly intent: StripeIntent;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  status: 'succeeded' | 'failed';
}

export const seconds = (time: number): number => Math.floor(time / 1000);

/** The amount that the bank takes: with one of the test cards it is a cent less than was requested. */
export function amountOf({ scenario, amount, standing }: StripeIntent): number {
  return standing === 'paid' && SCENARIOS[scenario].takes === 'one-cent-less' ? amount - 1 : amount;
}

export function capturedOf(intent: StripeIntent): number {
  return intent.standing === 'paid' ? amountOf(intent) : 0;
}

export function orderOf({ metadata }: StripeIntent): string | null {
  return metadata['order_id'] ?? null;
}

export function declineOf({ declineCode }: StripeIntent): StripeDecline | null {
  return declineCode === null ? null : DECLINES[declineCode];
}

export const STATUSES = {
  processing: 'processing',
  paid: 'succeeded',
  failed: 'requires_payment_method',
} as const satisfies Record<IntentStanding, string>;

const CHARGE_STATUSES = {
  processing: 'pending',
  paid: 'succeeded',
  failed: 'failed',
} as const satisfies Record<IntentStanding, string>;

function cardBody(scenario: ScenarioKey): object {
  const { brand, number } = SCENARIOS[scenario];
  return {
    brand: brand.toLowerCase(),
    country: 'SA',
    exp_month: 12,
    exp_year: 2034,
    fingerprint: `fp${scenario.replaceAll('-', '')}`,
    funding: 'credit',
    last4: number.slice(-4),
    wallet: { type: 'apple_pay', apple_pay: {}, dynamic_last4: number.slice(-4) },
  };
}

export function chargeBody(intent: StripeIntent): object {
  const decline = declineOf(intent);
  return {
    id: intent.chargeId,
    object: 'charge',
    amount: intent.amount,
    amount_captured: capturedOf(intent),
    amount_refunded: intent.refundedAmount,
    captured: intent.standing === 'paid',
    created: seconds(intent.createdAt),
    currency: intent.currency,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: intent.standing === 'paid',
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: cardBody(intent.scenario) },
    refunded: intent.refundedAmount > 0 && intent.refundedAmount === capturedOf(intent),
    status: CHARGE_STATUSES[intent.standing],
  };
}

/** `isWide`: with the whole charge instead of its id, for requests that expand it. */
export function intentBody(intent: StripeIntent, isWide: boolean): object {
  const decline = declineOf(intent);
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: capturedOf(intent),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${intent.id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: seconds(intent.createdAt),
    currency: intent.currency,
    last_payment_error: decline === null ? null : { type: 'card_error', charge: intent.chargeId, ...decline },
    latest_charge: isWide ? chargeBody(intent) : intent.chargeId,
    livemode: false,
    metadata: intent.metadata,
    next_action: null,
    payment_method_types: ['card'],
    status: STATUSES[intent.standing],
  };
}

export function refundBody(refund: StripeRefund): object {
  const { id, intent, amount, metadata, createdAt, status } = refund;
  return {
    id,
    object: 'refund',
    amount,
    charge: intent.chargeId,
    created: seconds(createdAt),
    currency: intent.currency,
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    metadata,
    payment_intent: intent.id,
    reason: null,
    status,
  };
}
