import { declineOf, isOrderId, type CardFingerprint, type Money, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import type { PaidCard, PaymentStep } from '../provider.ts';

/** The metadata key of our order id. Reports have it as `payment_metadata[order_id]`. */
export const ORDER_KEY = 'order_id';

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const currency = v.pipe(v.string(), v.regex(/^[a-z]{3}$/));

export const metadataSchema = v.nullish(v.record(v.string(), v.string()));

const cardSchema = v.object({
  brand: v.pipe(v.string(), v.regex(/^[a-z_ ]{2,40}$/)),
  last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  fingerprint: v.nullish(v.string()),
});

/** Only fields we use; all others are ignored. */
export const chargeSchema = v.object({
  id: v.string(),
  amount_captured: v.nullish(amount),
  amount_refunded: v.nullish(amount),
  payment_method_details: v.nullish(v.object({ card: v.optional(v.unknown()) })),
});

const errorSchema = v.object({
  code: v.nullish(v.string()),
  decline_code: v.nullish(v.string()),
  message: v.nullish(v.string()),
});

export const intentSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('pi_')),
  status: v.string(),
  amount_received: amount,
  currency,
  created: v.number(),
  metadata: metadataSchema,
  last_payment_error: v.nullish(errorSchema),
  cancellation_reason: v.nullish(v.string()),
  /** Only the charge's id, unless our call requested the whole charge. */
  latest_charge: v.nullish(v.union([v.string(), chargeSchema])),
});

export type Intent = v.InferOutput<typeof intentSchema>;

/** The provider writes currencies in lower case. */
export function moneyOf(minorUnits: number, code: string): Money {
  return { currency: code.toUpperCase(), minorUnits };
}

export function orderIdIn(metadata: v.InferOutput<typeof metadataSchema>): OrderId | null {
  const reference = metadata?.[ORDER_KEY] ?? '';
  return isOrderId(reference) ? reference : null;
}

/** The card in the wallet, for a receipt. */
export function cardSeenIn(charge: v.InferOutput<typeof chargeSchema>): PaidCard | null {
  const reading = v.safeParse(cardSchema, charge.payment_method_details?.card);
  if (!reading.success) return null;
  const { brand, last4, fingerprint } = reading.output;
  return { scheme: brand, last4, fingerprint: fingerprint ? (fingerprint as CardFingerprint) : null };
}

export function refusedStep(
  providerPaymentId: string | null,
  code: string,
  message?: string | null,
): Extract<PaymentStep, { kind: 'refused' }> {
  const { outcome } = declineOf(18, code, message);
  return { kind: 'refused', providerPaymentId, outcome, code };
}

type Meaning = (intent: Intent) => PaymentStep;

const pending: Meaning = ({ id }) => ({ kind: 'pending', providerPaymentId: id });

/** The card failed. The intent could only be paid with another payment method, and we never send a second one. */
const failed: Meaning = (intent) => {
  const error = intent.last_payment_error;
  if (!error) return pending(intent); // the intent has no card yet
  return refusedStep(intent.id, error.decline_code || error.code || 'card_declined', error.message);
};

/** Every status of a payment intent. An authorised, uncaptured amount is not ours: we always capture at once. */
const STATUSES = {
  succeeded: ({ id, amount_received, currency: code, latest_charge }) => ({
    kind: 'paid',
    providerPaymentId: id,
    money: moneyOf(amount_received, code),
    card: null,
    paidWith: typeof latest_charge === 'object' && latest_charge ? cardSeenIn(latest_charge) : null,
  }),
  processing: pending,
  requires_capture: pending,
  requires_confirmation: pending,
  // Unexpected: we request no challenge, because a wallet has authenticated its owner and cannot show one.
  requires_action: pending,
  requires_payment_method: failed,
  canceled: ({ id, cancellation_reason }) => refusedStep(id, cancellation_reason ?? 'canceled'),
} as const satisfies Record<string, Meaning>;

export function stepOfIntent(intent: Intent): PaymentStep {
  return Object.hasOwn(STATUSES, intent.status)
    ? STATUSES[intent.status as keyof typeof STATUSES](intent)
    : { kind: 'unknown', why: 'a status we do not know' };
}

/** Parses an answer that should be a payment intent. */
export function stepOfAnswer(body: unknown, orderId: OrderId): PaymentStep {
  const reading = v.safeParse(intentSchema, body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  return orderIdIn(reading.output.metadata) === orderId
    ? stepOfIntent(reading.output)
    : { kind: 'unknown', why: 'an answer about another order' };
}
