import { isOrderId, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../provider.ts';
import { moneyIn } from './amount.ts';
import { chargeSchema, STATUSES, stepOfCharge, type Charge } from './charge-step.ts';
import { isSigned } from './hashstring.ts';
import { refundSchema, REFUND_STAGES, refundWord, stageOf, type TapRefund } from './refund.ts';

const HASH_HEADER = 'hashstring';

const text = v.nullish(v.string());

/** It has no envelope and no name: the object itself comes, and its id says what it is. */
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

/** The capture was undone: a hold that was let go is none of ours, and money that was ours is gone. */
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

function refundTold(refund: TapRefund): WebhookMeaning {
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

/** By what an id begins with. What is authorised and not captured is only held, and we never ask for that. */
export const OBJECTS = {
  chg: reading(chargeSchema, chargeWord),
  re: reading(refundSchema, refundTold),
  auth: () => ({ kind: 'nothing' }),
  payout: () => ({ kind: 'nothing' }), // what we are owed, on its way to our bank
} as const satisfies Record<string, (object: unknown) => WebhookMeaning | null>;

/** Every status of which something is told, by what it is told of. */
export const TOLD = {
  chg: Object.keys(STATUSES),
  re: Object.keys(REFUND_STAGES),
  auth: ['AUTHORIZED', 'VOID'],
  payout: ['PENDING', 'INITIATED', 'FAILED', 'PAID_OUT'],
} as const satisfies Record<keyof typeof OBJECTS, readonly string[]>;

const kindOf = ({ id }: TapObject): string => id.split('_', 1)[0] ?? '';

function wordOf(told: TapObject, object: unknown): WebhookMeaning | null {
  const kind = kindOf(told);
  return Object.hasOwn(OBJECTS, kind)
    ? OBJECTS[kind as keyof typeof OBJECTS](object)
    : { kind: 'unheard-of', eventType: `${kind} ${told.status}` };
}

function orderIdOf({ reference }: TapObject): OrderId | null {
  const named = [reference?.order, reference?.merchant].map((name) => name ?? '');
  return named.find(isOrderId) ?? null;
}

/** Their signature is over some fields, so the body is read to try it, and for nothing else before it fits. */
export function readWebhook({ headers, body }: RawWebhook, secretKey: string): WebhookReading {
  const object = jsonIn(body.toString('utf8'));
  if (!isSigned(object, headers[HASH_HEADER], secretKey)) return { kind: 'forged' };
  const told = v.safeParse(objectSchema, object);
  if (!told.success || wordOf(told.output, object) === null) return { kind: 'unreadable' };
  const { id, status, charge_id } = told.output;
  return {
    kind: 'read',
    // It has no number of its own: the same news of the same thing is the same event.
    eventId: `${id}-${status}`,
    eventType: `${kindOf(told.output)} ${status}`,
    orderId: orderIdOf(told.output),
    providerPaymentId: id.startsWith('chg_') ? id : (charge_id ?? null),
  };
}

export function interpretWebhook(body: string): WebhookMeaning | null {
  const object = jsonIn(body);
  const told = v.safeParse(objectSchema, object);
  return told.success ? wordOf(told.output, object) : null;
}
