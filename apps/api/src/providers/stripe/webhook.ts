import Stripe from 'stripe';
import * as v from 'valibot';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../provider.ts';
import { meaningOfEvent } from './event-meanings.ts';
import { metadataSchema, orderIdIn } from './intent-step.ts';

const SIGNATURE_HEADER = 'stripe-signature';
/** Older than that it may be one that somebody kept and sends again. */
const TOLERANCE_SECONDS = 300;

const eventSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('evt_')),
  type: v.pipe(v.string(), v.regex(/^[a-z0-9_.]{1,80}$/)),
  data: v.object({
    object: v.looseObject({
      object: v.nullish(v.string()),
      id: v.nullish(v.string()),
      payment_intent: v.nullish(v.string()),
      // A dispute does not have the payment's: it is found by the payment it names.
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
  // Two headers of that name are a list, and a list is no signature.
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

/** Nothing of the body is looked at until its signature is right. */
export function readWebhook(raw: RawWebhook, secret: string, now: Date): WebhookReading {
  if (!isSigned(raw, secret, now)) return { kind: 'forged' };
  const event = eventIn(raw.body.toString('utf8'));
  // An event that cannot be understood is stored and raised now: later it would not be noticed.
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
