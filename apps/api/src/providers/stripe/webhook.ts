import type { Money, ReturnStage } from '@jawhara/domain';
import Stripe from 'stripe';
import * as v from 'valibot';
import type { RawWebhook, WebhookMeaning, WebhookReading } from '../provider.ts';
import { refundSchema, refundWord } from './books.ts';
import {
  cardSeenIn,
  chargeSchema,
  intentSchema,
  metadataSchema,
  moneyOf,
  orderIdIn,
  stepOfIntent,
} from './intent-step.ts';

/** The meaning of an event's object. Null if it is unreadable. */
type Meaning = (object: unknown) => WebhookMeaning | null;

function reading<Schema extends v.GenericSchema>(
  schema: Schema,
  word: (object: v.InferOutput<Schema>) => WebhookMeaning,
): Meaning {
  return (object) => {
    const read = v.safeParse(schema, object);
    return read.success ? word(read.output) : null;
  };
}

const nothing: Meaning = () => ({ kind: 'nothing' });

const person =
  (why: string): Meaning =>
  () => ({ kind: 'person', why });

/** The event carries the intent as it was then; its status gives the meaning. */
const intent = reading(intentSchema, stepOfIntent);

const chargedSchema = v.object({
  ...chargeSchema.entries,
  captured: v.boolean(),
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
  payment_intent: v.nullish(v.string()),
});

/** Captured money is ours; before that it is only authorised. */
const charge = reading(chargedSchema, (chargeData): WebhookMeaning => {
  const {
    payment_intent: providerPaymentId = null,
    captured,
    amount_captured: amount,
    currency,
  } = chargeData;
  if (!captured) return { kind: 'pending', providerPaymentId };
  if (providerPaymentId === null || !amount) return { kind: 'unknown', why: 'a charge without its payment' };
  const money = moneyOf(amount, currency);
  return { kind: 'paid', providerPaymentId, money, card: null, paidWith: cardSeenIn(chargeData) };
});

const refund = reading(refundSchema, (refundData) => ({
  kind: 'returned',
  returned: refundWord(refundData),
}));

const disputeSchema = v.object({
  id: v.pipe(v.string(), v.minLength(4)),
  status: v.string(),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
  payment_intent: v.nullish(v.string()),
  balance_transactions: v.nullish(
    v.array(v.object({ fee: v.pipe(v.number(), v.safeInteger()), currency: v.string() })),
  ),
});

type StripeDispute = v.InferOutput<typeof disputeSchema>;

/** The dispute's fee, listed beside the money it took, in the currency of our account at the provider. */
function feeOf({ balance_transactions: moves }: StripeDispute): Money | null {
  const [first] = moves ?? [];
  const sum = (moves ?? []).reduce((fees, { fee }) => fees + fee, 0);
  return first && sum > 0 ? moneyOf(sum, first.currency) : null;
}

function disputeMeaning(dispute: StripeDispute, stage: ReturnStage): WebhookMeaning {
  return {
    kind: 'returned',
    returned: {
      returnId: dispute.id,
      how: 'dispute',
      stage,
      providerPaymentId: dispute.payment_intent ?? null,
      money: moneyOf(dispute.amount, dispute.currency),
      fee: feeOf(dispute),
    },
  };
}

const dispute = (stage: ReturnStage): Meaning =>
  reading(disputeSchema, (dispute) => disputeMeaning(dispute, stage));

/** A bank's enquiry takes no money and may never become a dispute. */
const opened = reading(disputeSchema, (dispute) =>
  dispute.status.startsWith('warning_')
    ? { kind: 'person', why: 'the bank asks about this payment' }
    : disputeMeaning(dispute, 'announced'),
);

/**
 * Money moves with the events funds_withdrawn and funds_reinstated, so a won dispute changes nothing here. A lost dispute counts
 * as lost money even if no such event ever arrived.
 */
const CLOSED = {
  lost: (dispute) => disputeMeaning(dispute, 'lost'),
  won: () => ({ kind: 'nothing' }),
  warning_closed: () => ({ kind: 'nothing' }),
} as const satisfies Record<string, (dispute: StripeDispute) => WebhookMeaning>;

const closed = reading(disputeSchema, (dispute) =>
  Object.hasOwn(CLOSED, dispute.status)
    ? CLOSED[dispute.status as keyof typeof CLOSED](dispute)
    : { kind: 'person', why: 'a dispute was closed, and it does not say how' },
);

/** Every event the provider can send about payments and our account. An unknown one is stored and raises an alert. */
export const EVENTS = {
  'payment_intent.created': nothing,
  'payment_intent.requires_action': intent,
  'payment_intent.processing': intent,
  'payment_intent.partially_funded': intent,
  'payment_intent.amount_capturable_updated': intent,
  'payment_intent.succeeded': intent,
  'payment_intent.payment_failed': intent,
  'payment_intent.canceled': intent,

  'charge.succeeded': charge,
  'charge.captured': charge,
  'charge.pending': nothing,
  'charge.failed': nothing, // the intent's own event reports the payment's result
  'charge.expired': nothing, // an expired authorisation was never counted as money
  'charge.updated': nothing,

  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.refund.updated': refund,
  'charge.refunded': nothing, // the sum of refunds that are reported one by one

  'charge.dispute.created': opened,
  'charge.dispute.funds_withdrawn': dispute('taken'),
  'charge.dispute.updated': nothing,
  // A dispute takes money once and returns it once, even after an appeal: the money is with us now, whatever was reported
  // before.
  'charge.dispute.funds_reinstated': dispute('given-back-again'),
  'charge.dispute.closed': closed,

  'radar.early_fraud_warning.created': person('the bank reports fraud'),
  'radar.early_fraud_warning.updated': nothing,
  'review.opened': person('the provider looks at this payment before it trusts it'),
  'review.closed': nothing,

  'setup_intent.created': nothing,
  'setup_intent.succeeded': nothing,
  'setup_intent.setup_failed': nothing,
  'setup_intent.requires_action': nothing,
  'setup_intent.canceled': nothing,
  'mandate.updated': nothing,
  'payment_method.attached': nothing,
  'payment_method.detached': nothing,
  'payment_method.updated': nothing,
  'payment_method.automatically_updated': nothing,

  'payout.created': nothing,
  'payout.updated': nothing,
  'payout.paid': nothing,
  'payout.failed': person('what we were owed did not reach our bank'),
  'payout.canceled': nothing,
  'payout.reconciliation_completed': nothing,
  'balance.available': nothing,
  'reporting.report_run.succeeded': nothing,
  'reporting.report_run.failed': nothing,
  'reporting.report_type.updated': nothing,
} as const satisfies Record<string, Meaning>;

/** The meaning of an event. Null if its type is known and its object is unreadable. */
function meaningOfEvent(type: string, object: unknown): WebhookMeaning | null {
  return Object.hasOwn(EVENTS, type)
    ? EVENTS[type as keyof typeof EVENTS](object)
    : { kind: 'unheard-of', eventType: type };
}

const SIGNATURE_HEADER = 'stripe-signature';
/** An older event is refused: an attacker may have captured it and may send it again. */
const TOLERANCE_SECONDS = 300;

const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('evt_')),
  type: v.pipe(v.string(), v.regex(/^[a-z0-9_.]{1,80}$/)),
  data: v.object({
    object: v.looseObject({
      object: v.nullish(v.string()),
      id: v.nullish(v.string()),
      payment_intent: v.nullish(v.string()),
      // A dispute lacks the payment's metadata: its order is found by its payment.
      metadata: metadataSchema,
    }),
  }),
});

type Event = v.InferOutput<typeof eventSchema>;

function eventIn(body: string): Event | null {
  try {
    const reading = v.safeParse(eventSchema, JSON.parse(body));
    return reading.success ? reading.output : null;
  } catch {
    return null;
  }
}

function isSigned({ headers, body }: RawWebhook, secret: string, now: Date): boolean {
  const header = headers[SIGNATURE_HEADER];
  // A header that was sent twice is an array, which is not accepted as a signature.
  if (typeof header !== 'string') return false;
  try {
    const { signature } = Stripe.webhooks;
    return (
      signature?.verifyHeader(body, header, secret, TOLERANCE_SECONDS, undefined, now.getTime()) === true
    );
  } catch {
    return false;
  }
}

function paymentIdOf({ data: { object } }: Event): string | null {
  return (object.object === 'payment_intent' ? object.id : object.payment_intent) ?? null;
}

/** The body is parsed only after its signature was checked. */
export function readWebhook(raw: RawWebhook, secret: string, now: Date): WebhookReading {
  if (!isSigned(raw, secret, now)) return { kind: 'forged' };
  const event = eventIn(raw.body.toString('utf8'));
  // An unreadable event is stored and raised now: later it would not be noticed.
  if (event === null || meaningOfEvent(event.type, event.data.object) === null) return { kind: 'unreadable' };
  return {
    kind: 'read',
    eventId: event.id,
    eventType: event.type,
    orderId: orderIdIn(event.data.object.metadata),
    providerPaymentId: paymentIdOf(event),
  };
}

export function interpretWebhook(body: string): WebhookMeaning | null {
  const event = eventIn(body);
  return event && meaningOfEvent(event.type, event.data.object);
}
