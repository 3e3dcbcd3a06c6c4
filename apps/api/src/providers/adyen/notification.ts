import type HmacValidator from '@adyen/api-library/lib/src/utils/hmacValidator.js';
import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
import { isOrderId } from '@jawhara/domain';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import type { NotificationReading, PaymentStep, RawNotification } from '../provider.ts';
import { cardOnFile, cardPrefixOf } from './card-on-file.ts';
import { refusalOf } from './payment-step.ts';
import { CURRENCY } from './payment-request.ts';

// Required: Node and the test runner do not agree on what the default of this old module is.
const library = createRequire(import.meta.url)('@adyen/api-library/lib/src/utils/hmacValidator.js') as {
  readonly default: typeof HmacValidator.default;
};
const validator = new library.default();

export interface NotificationKeys {
  /** Hexadecimal, as the provider shows it. */
  readonly hmacKey: string;
  readonly merchantAccount: string;
}

const itemSchema = v.object({
  eventCode: v.pipe(v.string(), v.minLength(1)),
  success: v.picklist(['true', 'false']),
  pspReference: v.pipe(v.string(), v.minLength(1)),
  originalReference: v.nullish(v.string(), ''),
  merchantAccountCode: v.string(),
  merchantReference: v.nullish(v.string(), ''),
  amount: v.object({ value: v.pipe(v.number(), v.safeInteger()), currency: v.string() }),
  reason: v.nullish(v.string()),
  paymentMethod: v.nullish(v.string()),
  additionalData: v.looseObject({ hmacSignature: v.string() }),
});

type Item = v.InferOutput<typeof itemSchema>;

const bodySchema = v.object({
  notificationItems: v.pipe(v.array(v.object({ NotificationRequestItem: itemSchema })), v.minLength(1)),
});

function itemsIn(text: string): readonly Item[] {
  try {
    const reading = v.safeParse(bodySchema, JSON.parse(text));
    return reading.success ? reading.output.notificationItems.map((one) => one.NotificationRequestItem) : [];
  } catch {
    return [];
  }
}

/** The signature lies inside and covers these fields alone: what else an item says of its card and reason is not signed. */
function isSigned(item: Item, hmacKey: string): boolean {
  const signed = [
    item.pspReference,
    item.originalReference,
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':');
  return validator.validateHMACSignature(hmacKey, item.additionalData.hmacSignature, signed);
}

type Meaning = 'decides' | 'refund' | 'all-back' | 'chargeback' | 'person';

/**
 * Events that say how a payment ended, or that its money has left us again. `all-back`: a payment that was called off, which
 * is never a part of it. `person`: money moved in a way that no rule of ours answers, or a date is running.
 */
const MEANINGS = {
  AUTHORISATION: 'decides',
  REFUND: 'refund',
  CANCELLATION: 'all-back',
  TECHNICAL_CANCEL: 'all-back',
  CANCEL_OR_REFUND: 'all-back',
  CHARGEBACK: 'chargeback',
  CAPTURE_FAILED: 'person',
  EXPIRE: 'person',
  REFUND_FAILED: 'person',
  REFUNDED_REVERSED: 'person',
  CHARGEBACK_REVERSED: 'person',
  SECOND_CHARGEBACK: 'person',
  REQUEST_FOR_INFORMATION: 'person',
} as const satisfies Partial<Record<`${NotificationRequestItem.EventCodeEnum}`, Meaning>>;

/** Null for all others: they are stored and decide nothing. */
function meaningOf({ eventCode, success }: Item): Meaning | null {
  if (!Object.hasOwn(MEANINGS, eventCode)) return null;
  const meaning = MEANINGS[eventCode as keyof typeof MEANINGS];
  if (success === 'true' || meaning === 'decides' || meaning === 'person') return meaning;
  // We were told `received` and took the money for given back.
  return meaning === 'refund' ? 'person' : null;
}

function authorisationIn(item: Item): PaymentStep {
  const { pspReference, amount, additionalData, paymentMethod } = item;
  if (item.success === 'false')
    return {
      kind: 'refused',
      providerPaymentId: pspReference,
      ...refusalOf(null, item.reason, 'Refused'),
      ...cardPrefixOf(additionalData),
    };
  return {
    kind: 'paid',
    card: cardOnFile(additionalData, { brand: paymentMethod ?? null, sourceId: null }),
    providerPaymentId: pspReference,
    amountMinorUnits: amount.value,
    currency: amount.currency,
  };
}

function returnIn(item: Item, how: 'refund' | 'chargeback', isPart: boolean): PaymentStep {
  const { originalReference, amount } = item;
  if (originalReference === '')
    return { kind: 'unknown', why: 'money went back, of a payment without a name' };
  // A bank may take back another currency than was paid: such an amount compares with nothing.
  const amountMinorUnits = isPart && amount.currency === CURRENCY ? amount.value : null;
  return { kind: 'returned', how, providerPaymentId: originalReference, amountMinorUnits };
}

function stepOfItem(item: Item): PaymentStep | null {
  switch (meaningOf(item)) {
    case 'decides':
      return authorisationIn(item);
    case 'refund':
      return returnIn(item, 'refund', true);
    case 'all-back':
      return returnIn(item, 'refund', false);
    case 'chargeback':
      return returnIn(item, 'chargeback', true);
    default:
      return null;
  }
}

export function stepOfNotification(body: string): PaymentStep | null {
  return (
    itemsIn(body)
      .map(stepOfItem)
      .find((step) => step !== null) ?? null
  );
}

/** Its duplicates are known by these three. */
function eventIdOf({ pspReference, eventCode, success }: Item): string {
  return `${pspReference} ${eventCode} ${success}`;
}

/**
 * One call carries one item; the form allows more. Several are read as one as long as they are about one order and one of
 * them decides; else a person reads them. Nothing without a fitting signature on every item is believed.
 */
export function readNotification(raw: RawNotification, keys: NotificationKeys): NotificationReading {
  const items = itemsIn(raw.body.toString('utf8'));
  const [first] = items;
  if (!first || !items.every((item) => isSigned(item, keys.hmacKey))) return { kind: 'forged' };
  const isOurs = items.every(({ merchantAccountCode }) => merchantAccountCode === keys.merchantAccount);
  const isForPerson = items.some((item) => meaningOf(item) === 'person');
  const isOneOrder = items.every(({ merchantReference }) => merchantReference === first.merchantReference);
  const deciding = items.filter((item) => stepOfItem(item) !== null);
  if (!isOurs || isForPerson || !isOneOrder || deciding.length > 1) return { kind: 'unreadable' };
  const reference = first.merchantReference;
  return {
    kind: 'read',
    eventId: items.map(eventIdOf).join(', '),
    eventType: items.map(({ eventCode }) => eventCode).join(', '),
    orderId: isOrderId(reference) ? reference : null,
  };
}
