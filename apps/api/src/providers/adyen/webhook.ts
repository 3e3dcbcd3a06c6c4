import type HmacValidator from '@adyen/api-library/lib/src/utils/hmacValidator.js';
import { isOrderId } from '@jawhara/domain';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../provider.ts';
import {
  itemsIn,
  jsonIn,
  sealedItemsIn,
  type Item,
  type SealedItem,
  TOKEN_EVENTS,
  meaningOfItem,
} from './event-meanings.ts';

// Loaded with `require`: Node and the test runner disagree about the default export of this CommonJS module.
const library = createRequire(import.meta.url)('@adyen/api-library/lib/src/utils/hmacValidator.js') as {
  readonly default: typeof HmacValidator.default;
};
const validator = new library.default();

export interface NotificationKeys {
  /** Hexadecimal, as the provider's dashboard shows it. */
  readonly hmacKey: string;
  readonly merchantAccount: string;
}

function signedText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

const amountSchema = v.object({ value: v.unknown(), currency: v.unknown() });

/**
 * The signature is inside the item and covers only these fields; card and reason are not signed. Read without a schema, so
 * that the signature of an unknown kind of item can be checked too.
 */
function isSigned(item: SealedItem, hmacKey: string): boolean {
  const amount = v.safeParse(amountSchema, item['amount']);
  const signed = [
    item['pspReference'],
    item['originalReference'],
    item['merchantAccountCode'],
    item['merchantReference'],
    amount.success ? amount.output.value : '',
    amount.success ? amount.output.currency : '',
    item['eventCode'],
    item['success'],
  ].map(signedText);
  return validator.validateHMACSignature(hmacKey, item.additionalData.hmacSignature, signed.join(':'));
}

const WHOLE_SIGNATURE_HEADER = 'hmacsignature';

const tokenEventSchema = v.object({
  type: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  eventId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

function wordOfTokenEvent(body: unknown): WebhookMeaning | null {
  const reading = v.safeParse(tokenEventSchema, body);
  if (!reading.success) return null;
  const { type } = reading.output;
  return TOKEN_EVENTS.includes(type) ? { kind: 'nothing' } : { kind: 'unheard-of', eventType: type };
}

/** Webhooks about saved cards are signed as a whole, in a header. */
function readTokenEvent({ headers, body }: RawWebhook, hmacKey: string): WebhookReading {
  const signature = headers[WHOLE_SIGNATURE_HEADER];
  const text = body.toString('utf8');
  if (typeof signature !== 'string' || !validator.validateHMACSignature(hmacKey, signature, text))
    return { kind: 'forged' };
  const reading = v.safeParse(tokenEventSchema, jsonIn(text));
  if (!reading.success) return { kind: 'unreadable' };
  const { eventId, type: eventType } = reading.output;
  return { kind: 'read', eventId, eventType, orderId: null, providerPaymentId: null };
}

/**
 * A webhook holds one item, but the format allows several. Several are accepted if they concern one order and at most one
 * of them has a meaning; otherwise an operator must read them.
 */
function wordOfItems(items: readonly Item[]): WebhookMeaning | null {
  const isOneOrder = items.every(
    ({ merchantReference }) => merchantReference === items[0]?.merchantReference,
  );
  const telling = items.map(meaningOfItem).filter(({ kind }) => kind !== 'nothing');
  if (!isOneOrder || telling.length > 1) return null;
  return telling[0] ?? { kind: 'nothing' };
}

export function interpretWebhook(text: string): WebhookMeaning | null {
  const body = jsonIn(text);
  if (sealedItemsIn(body).length === 0) return wordOfTokenEvent(body);
  const items = itemsIn(body);
  return items === null ? null : wordOfItems(items);
}

/** The id of the payment that the webhook is about: from the event itself, or from the change that it reports. */
function paymentIn(word: WebhookMeaning, items: readonly Item[]): string | null {
  if (word.kind === 'returned') return word.returned.providerPaymentId;
  if ('providerPaymentId' in word) return word.providerPaymentId;
  return items.map(({ originalReference }) => originalReference).find((name) => name !== '') ?? null;
}

/** Duplicates of an event share these three values. */
function eventIdOf({ pspReference, eventCode, success }: Item): string {
  return `${pspReference} ${eventCode} ${success}`;
}

/** A webhook is trusted only if every item is signed; a signed one is never dropped. */
export function readWebhook(raw: RawWebhook, keys: NotificationKeys): WebhookReading {
  const body = jsonIn(raw.body.toString('utf8'));
  const sealed = sealedItemsIn(body);
  if (sealed.length === 0) return readTokenEvent(raw, keys.hmacKey);
  if (!sealed.every((item) => isSigned(item, keys.hmacKey))) return { kind: 'forged' };
  const items = itemsIn(body) ?? [];
  const isOurs = items.every(({ merchantAccountCode }) => merchantAccountCode === keys.merchantAccount);
  const word = items.length === 0 || !isOurs ? null : wordOfItems(items);
  if (word === null) return { kind: 'unreadable' };
  const reference = items[0]?.merchantReference ?? '';
  return {
    kind: 'read',
    eventId: items.map(eventIdOf).join(', '),
    eventType: items.map(({ eventCode }) => eventCode).join(', '),
    orderId: isOrderId(reference) ? reference : null,
    providerPaymentId: paymentIn(word, items),
  };
}
