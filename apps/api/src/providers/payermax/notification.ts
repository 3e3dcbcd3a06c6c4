import { isOrderId, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import type { NotificationReading, PaymentStep, RawNotification } from '../provider.ts';
import { amountSchema } from './amount.ts';
import type { Signature } from './signature.ts';
import { orderOfTrade } from './trade-number.ts';
import { stepOfTrade, tradeSchema } from './trade-step.ts';

const SIGNATURE_HEADER = 'sign';

const eventSchema = v.object({
  appId: v.string(),
  merchantNo: v.string(),
  notifyType: v.string(),
  code: v.nullish(v.string()),
  msg: v.nullish(v.string()),
  data: v.object({
    ...tradeSchema.entries,
    reference: v.nullish(v.string()),
    outRefundNo: v.nullish(v.string()),
    refundAmount: v.nullish(amountSchema),
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

/** Whose word counts: the provider's key, speaking of our own shop. */
export interface Addressed {
  readonly signature: Signature;
  readonly appId: string;
  readonly merchantNo: string;
}

function orderOf({ notifyType, data }: Event): OrderId | null {
  // A refund of ours that failed decides nothing about its order, and somebody has to look: what has no order is raised.
  if (notifyType === 'REFUND' && data.status === 'REFUND_FAILED') return null;
  const reference = data.reference ?? '';
  return orderOfTrade(data.outTradeNo) ?? (isOrderId(reference) ? reference : null);
}

/** Nothing of the body is looked at until its signature is right. */
export function readNotification(
  { headers, body }: RawNotification,
  { signature, appId, merchantNo }: Addressed,
): NotificationReading {
  if (!signature.isOfProvider(body, headers[SIGNATURE_HEADER])) return { kind: 'forged' };
  const event = eventIn(body.toString('utf8'));
  if (event === null) return { kind: 'unreadable' };
  // The provider signs for every shop it has. Another one's customer may name our orders, and pays it, not us.
  if (event.appId !== appId || event.merchantNo !== merchantNo) return { kind: 'forged' };
  const { notifyType, data } = event;
  return {
    kind: 'read',
    // It has no id of its own: the same news of the same thing is the same event.
    eventId: [notifyType, data.outRefundNo ?? data.outTradeNo, data.status].join('-'),
    eventType: `${notifyType}-${data.status}`,
    orderId: orderOf(event),
  };
}

function returnIn({ data }: Event): PaymentStep | null {
  if (data.status !== 'REFUND_SUCCESS') return null;
  return {
    kind: 'returned',
    how: 'refund',
    providerPaymentId: data.outTradeNo,
    amountMinorUnits: data.refundAmount ?? null,
  };
}

/** What each kind of news can decide. All others are stored and decide nothing. */
const DECIDING = {
  PAYMENT: ({ data, code, msg }) => stepOfTrade(data, { code, message: msg }),
  REFUND: returnIn,
} as const satisfies Record<string, (event: Event) => PaymentStep | null>;

export function stepOfNotification(body: string): PaymentStep | null {
  const event = eventIn(body);
  if (event === null || !Object.hasOwn(DECIDING, event.notifyType)) return null;
  return DECIDING[event.notifyType as keyof typeof DECIDING](event);
}
