import { isOrderId, type OrderId } from '@jawhara/domain';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../provider.ts';
import { eventIdOf, eventIn, meaningOfEvent, namesIn, typeOf, type Names } from './event-meanings.ts';
import type { Signature } from './client.ts';
import { orderOfTrade } from './trade.ts';

const SIGNATURE_HEADER = 'sign';

/** Whose word counts: the provider's key, speaking of our own shop. */
export interface Addressed {
  readonly signature: Signature;
  readonly appId: string;
  readonly merchantNo: string;
}

function orderOf({ outTradeNo, reference }: Names): OrderId | null {
  const order = outTradeNo ? orderOfTrade(outTradeNo) : null;
  return order ?? (reference && isOrderId(reference) ? reference : null);
}

/** Nothing of the body is looked at until its signature is right. */
export function readWebhook(
  { headers, body }: RawWebhook,
  { signature, appId, merchantNo }: Addressed,
): WebhookReading {
  if (!signature.isOfProvider(body, headers[SIGNATURE_HEADER])) return { kind: 'forged' };
  const event = eventIn(body.toString('utf8'));
  if (event === null) return { kind: 'unreadable' };
  // The provider signs for every shop it has. Another one's customer may name our orders, and pays it, not us.
  if (event.appId !== appId || event.merchantNo !== merchantNo) return { kind: 'forged' };
  if (meaningOfEvent(event) === null) return { kind: 'unreadable' };
  const names = namesIn(event);
  return {
    kind: 'read',
    eventId: eventIdOf(event),
    eventType: typeOf(event),
    orderId: orderOf(names),
    providerPaymentId: names.outTradeNo || null,
  };
}

export function interpretWebhook(body: string): WebhookMeaning | null {
  const event = eventIn(body);
  return event === null ? null : meaningOfEvent(event);
}
