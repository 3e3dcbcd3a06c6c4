import { createHmac, timingSafeEqual } from 'node:crypto';
import { decimalsOf, isOrderId, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import type { RawWebhook, WebhookMeaning, WebhookReading } from '../provider.ts';
import { chargeSchema, moneyIn, STATUSES, stepOfCharge, type Charge } from './charge-step.ts';
import { REFUND_STAGES, refundSchema, refundWord, stageOf, type TapRefund } from './refund.ts';

const printable = v.nullish(v.union([v.string(), v.number()]), '');

/** Fields that the signature covers. Our own reference and a refusal's code are not among them. */
const signedSchema = v.object({
  id: v.string(),
  amount: v.union([v.number(), v.string()]),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  status: v.string(),
  reference: v.nullish(v.object({ gateway: printable, payment: printable })),
  transaction: v.nullish(v.object({ created: printable })),
  created: printable,
});

/** "9.990" for dinars, "9.99" for dollars: with all decimals of the currency, which JSON may have dropped. */
function printed(amount: number | string, currency: string): string | null {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(String(amount));
  if (!match) return null;
  const decimals = decimalsOf(currency);
  const fraction = (match[2] ?? '').padEnd(decimals, '0');
  if (fraction.length > decimals) return null;
  return decimals === 0 ? `${match[1]}` : `${match[1]}.${fraction}`;
}

/** The text that is signed. Null for a body that cannot have been signed. */
export function signedText(body: unknown): string | null {
  const reading = v.safeParse(signedSchema, body);
  if (!reading.success) return null;
  const { id, amount, currency, status, reference, transaction, created } = reading.output;
  const decimal = printed(amount, currency);
  if (decimal === null) return null;
  return [
    `x_id${id}`,
    `x_amount${decimal}`,
    `x_currency${currency}`,
    `x_gateway_reference${reference?.gateway ?? ''}`,
    `x_payment_reference${reference?.payment ?? ''}`,
    `x_status${status}`,
    `x_created${transaction?.created || created}`,
  ].join('');
}

const HASH = /^[0-9a-f]{64}$/i;

function isSigned(body: unknown, hashstring: unknown, secretKey: string): boolean {
  const signed = signedText(body);
  // A header that was sent twice is an array, which is not accepted as a signature.
  if (signed === null || typeof hashstring !== 'string' || !HASH.test(hashstring)) return false;
  const right = createHmac('sha256', secretKey).update(signed).digest();
  return timingSafeEqual(right, Buffer.from(hashstring, 'hex'));
}

const HASH_HEADER = 'hashstring';

const text = v.nullish(v.string());

/** A webhook has no envelope and no type: it is the object itself, and its id's prefix names the kind. */
const objectSchema = v.object({
  id: v.pipe(v.string(), v.minLength(4), v.maxLength(120)),
  status: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  charge_id: text,
  reference: v.nullish(v.object({ order: text, merchant: text })),
});

type TapObject = v.InferOutput<typeof objectSchema>;

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** The charge was voided: a released authorisation was never our money, a captured amount is gone. */
function voided(charge: Charge): WebhookMeaning {
  return {
    kind: 'returned',
    returned: {
      returnId: charge.id,
      how: 'reversal',
      stage: 'taken',
      providerPaymentId: charge.id,
      money: moneyIn(charge),
      fee: null,
    },
  };
}

function chargeWord(charge: Charge): WebhookMeaning {
  if (!Object.hasOwn(STATUSES, charge.status))
    return { kind: 'unheard-of', eventType: `charge ${charge.status}` };
  return charge.status === 'VOID' ? voided(charge) : stepOfCharge(charge);
}

function interpretRefund(refund: TapRefund): WebhookMeaning {
  const stage = stageOf(refund);
  if (stage === undefined) return { kind: 'unheard-of', eventType: `refund ${refund.status}` };
  return stage === null
    ? { kind: 'person', why: 'a refund whose end nobody knows' }
    : { kind: 'returned', returned: refundWord(refund, stage) };
}

function reading<Schema extends v.GenericSchema>(
  schema: Schema,
  word: (object: v.InferOutput<Schema>) => WebhookMeaning,
): (object: unknown) => WebhookMeaning | null {
  return (object) => {
    const read = v.safeParse(schema, object);
    return read.success ? word(read.output) : null;
  };
}

/** The meaning by the id's prefix. An authorised and uncaptured charge is not our money, and we never request one. */
const OBJECTS = {
  chg: reading(chargeSchema, chargeWord),
  re: reading(refundSchema, interpretRefund),
  auth: () => ({ kind: 'nothing' }),
  payout: () => ({ kind: 'nothing' }), // a payout on its way to our bank
} as const satisfies Record<string, (object: unknown) => WebhookMeaning | null>;

/** Every status that a webhook can report, by kind of object. */
export const KNOWN_STATUSES = {
  chg: Object.keys(STATUSES),
  re: Object.keys(REFUND_STAGES),
  auth: ['AUTHORIZED', 'VOID'],
  payout: ['PENDING', 'INITIATED', 'FAILED', 'PAID_OUT'],
} as const satisfies Record<keyof typeof OBJECTS, readonly string[]>;

const kindOf = ({ id }: TapObject): string => id.split('_', 1)[0] ?? '';

function wordOf(tapObject: TapObject, object: unknown): WebhookMeaning | null {
  const kind = kindOf(tapObject);
  return Object.hasOwn(OBJECTS, kind)
    ? OBJECTS[kind as keyof typeof OBJECTS](object)
    : { kind: 'unheard-of', eventType: `${kind} ${tapObject.status}` };
}

function orderIdOf({ reference }: TapObject): OrderId | null {
  const named = [reference?.order, reference?.merchant].map((name) => name ?? '');
  return named.find(isOrderId) ?? null;
}

/** The signature covers some fields only, so the body is parsed to check it, and used for nothing else before. */
export function readWebhook({ headers, body }: RawWebhook, secretKey: string): WebhookReading {
  const object = jsonIn(body.toString('utf8'));
  if (!isSigned(object, headers[HASH_HEADER], secretKey)) return { kind: 'forged' };
  const parsedObject = v.safeParse(objectSchema, object);
  if (!parsedObject.success || wordOf(parsedObject.output, object) === null) return { kind: 'unreadable' };
  const { id, status, charge_id } = parsedObject.output;
  return {
    kind: 'read',
    // A webhook has no id: the same status of the same object is the same event.
    eventId: `${id}-${status}`,
    eventType: `${kindOf(parsedObject.output)} ${status}`,
    orderId: orderIdOf(parsedObject.output),
    providerPaymentId: id.startsWith('chg_') ? id : (charge_id ?? null),
  };
}

export function interpretWebhook(body: string): WebhookMeaning | null {
  const object = jsonIn(body);
  const parsedObject = v.safeParse(objectSchema, object);
  return parsedObject.success ? wordOf(parsedObject.output, object) : null;
}
