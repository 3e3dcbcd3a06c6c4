import { declineOf } from '@jawhara/domain';
import * as v from 'valibot';
import type { PaymentStep } from '../provider.ts';
import { cardOnFile } from './card-on-file.ts';

/** Only what we act on; whatever else the provider adds is let through unseen. */
export const paymentSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('pay_')),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  status: v.string(),
  requested_on: v.nullish(v.string()),
  response_code: v.nullish(v.string()),
  response_summary: v.nullish(v.string()),
  balances: v.nullish(
    v.object({ total_captured: v.optional(v.number(), 0), total_refunded: v.optional(v.number(), 0) }),
  ),
  // Read on its own: a card we cannot read must not make a payment unreadable.
  source: v.optional(v.unknown()),
  _links: v.nullish(v.object({ redirect: v.nullish(v.object({ href: v.pipe(v.string(), v.url()) })) })),
});

export type CheckoutComPayment = v.InferOutput<typeof paymentSchema>;

/** What each status of the provider means for an order. */
const STATUSES = {
  Active: 'open',
  Requested: 'open',
  Pending: 'open',
  'Authentication Requested': 'open',
  'Retry Scheduled': 'open',
  Authorized: 'paid',
  Captured: 'paid',
  Paid: 'paid',
  // Part of the money: counted as what is left, so that the comparison with the order fails and a person looks.
  'Partially Captured': 'partly-paid',
  'Partially Refunded': 'partly-paid',
  Declined: 'refused',
  Canceled: 'refused',
  Expired: 'refused',
  Voided: 'refused',
  Refunded: 'refused',
  'Card Verified': 'refused', // nothing was charged
} as const;

type Meaning = (typeof STATUSES)[keyof typeof STATUSES];

function meaningOf(status: string): Meaning | null {
  return Object.hasOwn(STATUSES, status) ? STATUSES[status as keyof typeof STATUSES] : null;
}

export function isPaid(payment: CheckoutComPayment): boolean {
  const meaning = meaningOf(payment.status);
  return meaning === 'paid' || meaning === 'partly-paid';
}

export function isRefused(payment: CheckoutComPayment): boolean {
  return meaningOf(payment.status) === 'refused';
}

const prefixSchema = v.object({ bin: v.pipe(v.string(), v.regex(/^\d{6,8}$/)) });

function cardPrefixOf(source: unknown): { readonly cardPrefix?: string } {
  const reading = v.safeParse(prefixSchema, source);
  return reading.success ? { cardPrefix: reading.output.bin } : {};
}

export function stepOfPayment(payment: CheckoutComPayment): PaymentStep {
  const { id: providerPaymentId, amount, currency, status, _links: links } = payment;
  const meaning = meaningOf(status);
  const card = cardOnFile(payment.source);
  switch (meaning) {
    case 'paid':
      return { kind: 'paid', card, providerPaymentId, amountMinorUnits: amount, currency };
    case 'partly-paid': {
      const kept = (payment.balances?.total_captured ?? 0) - (payment.balances?.total_refunded ?? 0);
      return { kind: 'paid', card, providerPaymentId, amountMinorUnits: kept, currency };
    }
    case 'open': {
      const url = links?.redirect?.href;
      return url === undefined
        ? { kind: 'pending', providerPaymentId }
        : { kind: 'challenge', providerPaymentId, way: 'frame', url };
    }
    case 'refused': {
      // A voided payment still carries the code of its approval: then the status is the reason.
      const code = payment.response_code?.startsWith('10') ? status : (payment.response_code ?? status);
      return {
        kind: 'refused',
        providerPaymentId,
        outcome: declineOf(13, code, payment.response_summary).outcome,
        code,
        ...cardPrefixOf(payment.source),
      };
    }
    default:
      return { kind: 'unknown', why: 'a status we do not know' };
  }
}

/** For answers of the API. An answer that cannot be read leaves the outcome open. */
export function stepOfAnswer(body: unknown): PaymentStep {
  const reading = v.safeParse(paymentSchema, body);
  return reading.success ? stepOfPayment(reading.output) : { kind: 'unknown', why: 'unreadable answer' };
}
