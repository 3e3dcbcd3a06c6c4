import { declineOf, type Money } from '@jawhara/domain';
import * as v from 'valibot';
import type { PaymentStep } from '../provider.ts';
import { cardOnFile, cardSeen } from './card-on-file.ts';

/** Only what we act on; whatever else the provider adds is let through unseen. */
export const paymentSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('pay_')),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  status: v.string(),
  requested_on: v.nullish(v.string()),
  response_code: v.nullish(v.string()),
  response_summary: v.nullish(v.string()),
  balances: v.nullish(v.object({ total_captured: v.optional(v.pipe(v.number(), v.safeInteger()), 0) })),
  // Read on its own: a card we cannot read must not make a payment unreadable.
  source: v.optional(v.unknown()),
  _links: v.nullish(v.object({ redirect: v.nullish(v.object({ href: v.pipe(v.string(), v.url()) })) })),
});

export type CheckoutComPayment = v.InferOutput<typeof paymentSchema>;

/** The meaning of each status of the provider for an order. `gone`: money came, and some of it or all of it went again. */
const STATUSES = {
  Active: 'open',
  Requested: 'open',
  Pending: 'open',
  'Authentication Requested': 'open',
  'Retry Scheduled': 'open',
  // Capture follows by itself. If it does not, that is told as a reversal.
  Authorized: 'paid',
  Captured: 'paid',
  Paid: 'paid',
  'Partially Captured': 'paid',
  'Partially Refunded': 'gone',
  Refunded: 'gone',
  Voided: 'gone',
  Declined: 'refused',
  Canceled: 'refused',
  Expired: 'refused',
  'Card Verified': 'refused', // nothing was charged
} as const;

type Standing = (typeof STATUSES)[keyof typeof STATUSES] | 'unknown';

export function standingOf({ status }: Pick<CheckoutComPayment, 'status'>): Standing {
  return Object.hasOwn(STATUSES, status) ? STATUSES[status as keyof typeof STATUSES] : 'unknown';
}

/**
 * The captured money, before anything went back. Part of the price is reported as that part, so that the comparison with the
 * order fails.
 */
function takenOf({ amount, currency, status, balances }: CheckoutComPayment): Money {
  const isPart = status === 'Partially Captured';
  return { currency, minorUnits: isPart ? (balances?.total_captured ?? 0) : amount };
}

const prefixSchema = v.object({ bin: v.pipe(v.string(), v.regex(/^\d{6,8}$/)) });

function cardPrefixOf(source: unknown): { readonly cardPrefix?: string } {
  const reading = v.safeParse(prefixSchema, source);
  return reading.success ? { cardPrefix: reading.output.bin } : {};
}

export function stepOfPayment(payment: CheckoutComPayment): PaymentStep {
  const { id: providerPaymentId, source, status, _links: links } = payment;
  const standing = standingOf(payment);
  switch (standing) {
    case 'paid':
    case 'gone':
      return {
        kind: 'paid',
        card: cardOnFile(source),
        paidWith: cardSeen(source),
        providerPaymentId,
        money: takenOf(payment),
      };
    case 'open': {
      const url = links?.redirect?.href;
      return url === undefined
        ? { kind: 'pending', providerPaymentId }
        : { kind: 'challenge', providerPaymentId, way: 'frame', url };
    }
    case 'refused': {
      // Some carry the code of an earlier approval: then the status is the reason.
      const code = payment.response_code?.startsWith('10') ? status : (payment.response_code ?? status);
      return {
        kind: 'refused',
        providerPaymentId,
        outcome: declineOf(13, code, payment.response_summary).outcome,
        code,
        ...cardPrefixOf(source),
      };
    }
    case 'unknown':
      return { kind: 'unknown', why: 'a status we do not know' };
    default:
      return standing satisfies never;
  }
}

/** For answers of the API. An answer that cannot be read leaves the outcome open. */
export function stepOfAnswer(body: unknown): PaymentStep {
  const reading = v.safeParse(paymentSchema, body);
  return reading.success ? stepOfPayment(reading.output) : { kind: 'unknown', why: 'unreadable answer' };
}
