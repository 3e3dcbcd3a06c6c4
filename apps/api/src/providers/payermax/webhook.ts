import { isOrderId, type OrderId } from '@jawhara/domain';
import type { WebhookReading, WebhookMeaning, RawWebhook } from '../provider.ts';
import { eventIdOf, eventIn, meaningOfEvent, namesIn, typeOf, type Names } from './event-meanings.ts';
import type { Signature } from './client.ts';
import { orderOfTrade } from './trade.ts';

const SIGNATURE_HEADER = 'sign';

/** Webhooks are accepted if the provider signed them and they address our shop. */
export interface Addressed {
  readonly signature: Signature;
  readonly appId: string;
  readonly merchantNo: string;
}

function orderOf({ outTradeNo, reference }: Names): OrderId | null {
  const order = outTradeNo ? orderOfTrade(outTradeNo) : null;
  return order ?? (reference && isOrderId(reference) ? reference : null);
}

/** The body is parsed only after its signature was checked. */
export function readWebhook(
  { headers, body }: RawWebhook,
  { signature, appId, merchantNo }: Addressed,
): WebhookReading {
  if (!signature.isOfProvider(body, headers[SIGNATURE_HEADER])) return { kind: 'forged' };
  const event = eventIn(body.toString('utf8'));
  if (event === null) return { kind: 'unreadable' };
  // The provider signs for all its shops with one key. Another shop's event may name our orders although that shop was
  // paid.
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
