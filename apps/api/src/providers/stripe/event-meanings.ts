import type { Money, ReturnStage } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookMeaning } from '../provider.ts';
import { refundSchema, refundWord } from './books.ts';
import { cardSeenIn, chargeSchema, intentSchema, moneyOf, stepOfIntent } from './intent-step.ts';

/** The meaning of an event's object. Null: it cannot be read. */
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

/** The intent as it was then: its status decides. */
const intent = reading(intentSchema, stepOfIntent);

const chargedSchema = v.object({
  ...chargeSchema.entries,
  captured: v.boolean(),
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
  payment_intent: v.nullish(v.string()),
});

/** Captured money is ours; before that it is only held. */
const charge = reading(chargedSchema, (told): WebhookMeaning => {
  const { payment_intent: providerPaymentId = null, captured, amount_captured: amount, currency } = told;
  if (!captured) return { kind: 'pending', providerPaymentId };
  if (providerPaymentId === null || !amount) return { kind: 'unknown', why: 'a charge without its payment' };
  const money = moneyOf(amount, currency);
  return { kind: 'paid', providerPaymentId, money, card: null, paidWith: cardSeenIn(told) };
});

const refund = reading(refundSchema, (told) => ({ kind: 'returned', returned: refundWord(told) }));

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

/** Its fee stands beside the money it took, in the currency of our account there. */
function feeOf({ balance_transactions: moves }: StripeDispute): Money | null {
  const [first] = moves ?? [];
  const sum = (moves ?? []).reduce((fees, { fee }) => fees + fee, 0);
  return first && sum > 0 ? moneyOf(sum, first.currency) : null;
}

function disputeMeaning(told: StripeDispute, stage: ReturnStage): WebhookMeaning {
  return {
    kind: 'returned',
    returned: {
      returnId: told.id,
      how: 'dispute',
      stage,
      providerPaymentId: told.payment_intent ?? null,
      money: moneyOf(told.amount, told.currency),
      fee: feeOf(told),
    },
  };
}

const dispute = (stage: ReturnStage): Meaning =>
  reading(disputeSchema, (told) => disputeMeaning(told, stage));

/** A question of the bank takes no money, and may never become a dispute. */
const opened = reading(disputeSchema, (told) =>
  told.status.startsWith('warning_')
    ? { kind: 'person', why: 'the bank asks about this payment' }
    : disputeMeaning(told, 'announced'),
);

/** Money moves by the two funds events; but what is lost is gone, even if nobody has told us that it was taken. */
const CLOSED = {
  lost: (told) => disputeMeaning(told, 'lost'),
  won: () => ({ kind: 'nothing' }),
  warning_closed: () => ({ kind: 'nothing' }),
} as const satisfies Record<string, (told: StripeDispute) => WebhookMeaning>;

const closed = reading(disputeSchema, (told) =>
  Object.hasOwn(CLOSED, told.status)
    ? CLOSED[told.status as keyof typeof CLOSED](told)
    : { kind: 'person', why: 'a dispute was closed, and it does not say how' },
);

/** Every event the provider can send about payments and our account. One that is not in here is stored and raised. */
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
  'charge.failed': nothing, // how the payment ended is told by an event of the intent
  'charge.expired': nothing, // a hold, which we never took for money
  'charge.updated': nothing,

  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.refund.updated': refund,
  'charge.refunded': nothing, // the sum of refunds that are told one by one

  'charge.dispute.created': opened,
  'charge.dispute.funds_withdrawn': dispute('taken'),
  'charge.dispute.updated': nothing,
  // A dispute takes once and gives back once, after an appeal too: whatever was said before, it is with us now.
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

/** Null: of a known type, and unreadable. */
export function meaningOfEvent(type: string, object: unknown): WebhookMeaning | null {
  return Object.hasOwn(EVENTS, type)
    ? EVENTS[type as keyof typeof EVENTS](object)
    : { kind: 'unheard-of', eventType: type };
}
