import { declineOf, isOrderId } from '@jawhara/domain';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { NotificationReading, PaymentStep, RawNotification } from '../provider.ts';
import { cardOnFile } from './card-on-file.ts';

const SIGNATURE_HEADER = 'cko-signature';
const SIGNATURE = /^[0-9a-f]{64}$/;

const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('evt_')),
  type: v.string(),
  data: v.object({
    id: v.nullish(v.string()),
    reference: v.nullish(v.string()),
    // A dispute has an id of its own and names the payment beside it.
    payment_id: v.nullish(v.string()),
    payment_reference: v.nullish(v.string()),
    amount: v.nullish(v.pipe(v.number(), v.safeInteger())),
    currency: v.nullish(v.string()),
    response_code: v.nullish(v.string()),
    response_summary: v.nullish(v.string()),
    source: v.optional(v.unknown()),
  }),
});

type Event = v.InferOutput<typeof eventSchema>;

function eventIn(text: string): Event | null {
  try {
    const reading = v.safeParse(eventSchema, JSON.parse(text));
    return reading.success ? reading.output : null;
  } catch {
    return null;
  }
}

function isSigned({ headers, body }: RawNotification, key: string): boolean {
  const signature = headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  return timingSafeEqual(createHmac('sha256', key).update(body).digest(), Buffer.from(signature, 'hex'));
}

/** Nothing of the body is looked at until its signature is right. */
export function readNotification(raw: RawNotification, key: string): NotificationReading {
  if (!isSigned(raw, key)) return { kind: 'forged' };
  const event = eventIn(raw.body.toString('utf8'));
  if (event === null) return { kind: 'unreadable' };
  const reference = event.data.reference ?? event.data.payment_reference ?? '';
  return {
    kind: 'read',
    eventId: event.id,
    eventType: event.type,
    orderId: isOrderId(reference) ? reference : null,
  };
}

/** Events that say how a payment ended. All others are stored and decide nothing. */
const DECIDING = {
  payment_approved: 'paid',
  payment_captured: 'paid',
  payment_declined: 'refused',
  payment_authentication_failed: 'refused',
  payment_canceled: 'refused',
  payment_expired: 'refused',
} as const;

/** Events that say that money has left us again. */
const RETURNING = {
  payment_refunded: 'refund',
  dispute_received: 'chargeback',
} as const;

const AUTHENTICATION_FAILED_CODE = '20151';

function refusalCode({ type, data }: Event): string {
  if (data.response_code) return data.response_code;
  return type === 'payment_authentication_failed' ? AUTHENTICATION_FAILED_CODE : type;
}

function returnIn({ type, data }: Event): PaymentStep | null {
  const providerPaymentId = data.payment_id ?? data.id;
  if (!Object.hasOwn(RETURNING, type) || !providerPaymentId) return null;
  const how = RETURNING[type as keyof typeof RETURNING];
  return { kind: 'returned', how, providerPaymentId, amountMinorUnits: data.amount ?? null };
}

export function stepOfNotification(body: string): PaymentStep | null {
  const event = eventIn(body);
  const returned = event && returnIn(event);
  if (returned) return returned;
  if (event === null || !Object.hasOwn(DECIDING, event.type)) return null;
  const { id, amount, currency, source, response_summary: summary } = event.data;
  if (DECIDING[event.type as keyof typeof DECIDING] === 'refused') {
    const code = refusalCode(event);
    const { outcome } = declineOf(13, code, summary);
    return { kind: 'refused', providerPaymentId: id ?? null, outcome, code };
  }
  // A yes that does not say how much is not taken as a yes: the provider's books are asked.
  if (!id || typeof amount !== 'number' || !currency)
    return { kind: 'unknown', why: 'an approval without id, amount or currency' };
  return {
    kind: 'paid',
    card: cardOnFile(source),
    providerPaymentId: id,
    amountMinorUnits: amount,
    currency,
  };
}
