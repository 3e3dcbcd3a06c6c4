import { isOrderId } from '@jawhara/domain';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../provider.ts';
import { paymentSchema, returnSchema, returnWordOf, stepOfPayment } from './payment-step.ts';

const SIGNATURE_HEADER = 'demo-signature';
const SIGNATURE = /^[0-9a-f]{64}$/;

/** The meaning of each event of the demo provider. */
export const EVENT_TYPES = {
  'payment.paid': 'payment',
  'payment.refused': 'payment',
  'refund.made': 'return',
  'refund.failed': 'return',
  'dispute.opened': 'return',
  'dispute.won': 'return',
  'dispute.lost': 'return',
  'dispute.withdrawn': 'return',
  'dispute.taken-again': 'return',
  'dispute.given-back-again': 'return',
  'dispute.lost-for-good': 'return',
} as const satisfies Record<string, 'payment' | 'return'>;

const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('devt_')),
  type: v.pipe(v.string(), v.regex(/^[a-z.-]{1,60}$/)),
  payment: paymentSchema,
  returned: v.optional(returnSchema),
});

type DemoEvent = v.InferOutput<typeof eventSchema>;

function eventIn(body: string): DemoEvent | null {
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

/** Null for an event about a refund or dispute that does not contain it. */
function wordOf({ type, payment, returned }: DemoEvent): WebhookMeaning | null {
  if (!Object.hasOwn(EVENT_TYPES, type)) return { kind: 'unheard-of', eventType: type };
  if (EVENT_TYPES[type as keyof typeof EVENT_TYPES] === 'payment') return stepOfPayment(payment);
  return returned ? { kind: 'returned', returned: returnWordOf(returned, payment.id) } : null;
}

/** The body is parsed only after its signature was checked. */
export function readWebhook(raw: RawWebhook, key: string): WebhookReading {
  if (!isSigned(raw, key)) return { kind: 'forged' };
  const event = eventIn(raw.body.toString('utf8'));
  if (event === null || wordOf(event) === null) return { kind: 'unreadable' };
  const { id: eventId, type: eventType, payment } = event;
  const orderId = isOrderId(payment.reference) ? payment.reference : null;
  return { kind: 'read', eventId, eventType, orderId, providerPaymentId: payment.id };
}

export function interpretWebhook(body: string): WebhookMeaning | null {
  const event = eventIn(body);
  return event && wordOf(event);
}
