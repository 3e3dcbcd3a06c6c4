import { declineOf, isOrderId, type Money, type OrderId } from '@jawhara/domain';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../provider.ts';
import { cardOnFile, cardSeen } from './payment-step.ts';
import { meaningOfEvent, type EventMeaning } from './event-types.ts';

const SIGNATURE_HEADER = 'cko-signature';
const SIGNATURE = /^[0-9a-f]{64}$/;

const text = v.nullish(v.string());

/** Only fields we use. Amounts are parsed later, because some events write them differently. */
const eventSchema = v.object({
  id: v.nullish(v.pipe(v.string(), v.startsWith('evt_'))),
  type: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,80}$/)),
  data: v.object({
    id: text,
    action_id: text,
    reference: text,
    // A dispute has an id of its own, and the payment's id in this field.
    payment_id: text,
    payment_reference: text,
    amount: v.optional(v.unknown()),
    currency: v.optional(v.unknown()),
    response_code: text,
    response_summary: text,
    retry: v.optional(v.unknown()),
    source: v.optional(v.unknown()),
  }),
});

type Event = v.InferOutput<typeof eventSchema>;

const moneySchema = v.object({
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
});

const retrySchema = v.object({
  attempts_made: v.nullish(v.number()),
  max_attempts: v.nullish(v.number()),
  next_attempt_on: text,
});

function eventIn(body: string): Event | null {
  try {
    const reading = v.safeParse(eventSchema, JSON.parse(body));
    return reading.success ? reading.output : null;
  } catch {
    return null;
  }
}

function isSigned({ headers, body }: RawWebhook, key: string): boolean {
  const signature = headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  return timingSafeEqual(createHmac('sha256', key).update(body).digest(), Buffer.from(signature, 'hex'));
}

/** The event's own id. A published example lacks one: there the action's id shows whether the event is a repeat. */
function eventIdOf({ id, type, data }: Event): string | null {
  if (id) return id;
  return data.action_id ? `${type}:${data.action_id}` : null;
}

function paymentIdOf({ data }: Event): string | null {
  return data.payment_id ?? (data.id?.startsWith('pay_') ? data.id : null);
}

function orderIdOf({ data }: Event): OrderId | null {
  const reference = data.reference ?? data.payment_reference ?? '';
  return isOrderId(reference) ? reference : null;
}

/** `unreadable`: an amount is there and cannot be parsed. */
function moneyIn({ data: { amount, currency } }: Event): Money | null | 'unreadable' {
  if (amount === undefined || amount === null) return null;
  const reading = v.safeParse(moneySchema, { amount, currency });
  if (!reading.success) return 'unreadable';
  return { currency: reading.output.currency, minorUnits: reading.output.amount };
}

function isTriedAgain({ data }: Event): boolean {
  const reading = v.safeParse(retrySchema, data.retry);
  if (!reading.success) return false;
  const { next_attempt_on: next, attempts_made: made, max_attempts: max } = reading.output;
  return Boolean(next) || (typeof made === 'number' && typeof max === 'number' && made < max);
}

const AUTHENTICATION_FAILED_CODE = '20151';

function refusalCode({ type, data }: Event): string {
  if (data.response_code) return data.response_code;
  return type === 'payment_authentication_failed' ? AUTHENTICATION_FAILED_CODE : type;
}

function refusedWord(event: Event): WebhookMeaning {
  const providerPaymentId = paymentIdOf(event);
  if (isTriedAgain(event)) return { kind: 'pending', providerPaymentId };
  const code = refusalCode(event);
  const { outcome } = declineOf(13, code, event.data.response_summary);
  return { kind: 'refused', providerPaymentId, outcome, code };
}

function paidWord(event: Event): WebhookMeaning {
  const providerPaymentId = paymentIdOf(event);
  const money = moneyIn(event);
  // A success without an amount is not trusted: the payment is looked up.
  if (!providerPaymentId || money === null || money === 'unreadable')
    return { kind: 'unknown', why: 'an approval without id, amount or currency' };
  const { source } = event.data;
  return { kind: 'paid', card: cardOnFile(source), paidWith: cardSeen(source), providerPaymentId, money };
}

/** Null if the id or the amount of the refund, dispute or reversal is unreadable. */
function returnedWord(
  event: Event,
  { how, stage, of }: Extract<EventMeaning, { says: 'returned' }>,
): WebhookMeaning | null {
  const providerPaymentId = paymentIdOf(event);
  const ids = {
    action: event.data.action_id ?? event.id,
    dispute: event.data.id,
    hold: providerPaymentId,
  };
  const returnId = ids[of];
  const money = moneyIn(event);
  if (!returnId || money === 'unreadable') return null;
  return { kind: 'returned', returned: { returnId, how, stage, providerPaymentId, money, fee: null } };
}

function meaningOf(event: Event): WebhookMeaning | null {
  const meaning = meaningOfEvent(event.type);
  if (meaning === null) return { kind: 'unheard-of', eventType: event.type };
  switch (meaning.says) {
    case 'paid':
      return paidWord(event);
    case 'pending':
      return { kind: 'pending', providerPaymentId: paymentIdOf(event) };
    case 'refused':
      return refusedWord(event);
    case 'returned':
      return returnedWord(event, meaning);
    case 'person':
      return { kind: 'person', why: meaning.why };
    case 'nothing':
      return { kind: 'nothing' };
    default:
      return meaning satisfies never;
  }
}

/** The body is parsed only after its signature was checked. */
export function readWebhook(raw: RawWebhook, key: string): WebhookReading {
  if (!isSigned(raw, key)) return { kind: 'forged' };
  const event = eventIn(raw.body.toString('utf8'));
  const eventId = event && eventIdOf(event);
  // An unreadable event is stored and raised now: later it would not be noticed.
  if (!event || !eventId || meaningOf(event) === null) return { kind: 'unreadable' };
  return {
    kind: 'read',
    eventId,
    eventType: event.type,
    orderId: orderIdOf(event),
    providerPaymentId: paymentIdOf(event),
  };
}

export function interpretWebhook(body: string): WebhookMeaning | null {
  const event = eventIn(body);
  return event && meaningOf(event);
}
