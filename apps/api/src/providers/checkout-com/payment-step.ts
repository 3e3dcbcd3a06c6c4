import {
  declineOf,
  readCardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type Money,
} from '@jawhara/domain';
import * as v from 'valibot';
import { refusedCard, type CardOnFile, type PaidCard, type PaymentStep } from '../provider.ts';

/** The API sends numbers and `last4`; its search sends strings, its webhooks `last_4`. */
const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))]),
  v.safeInteger(),
);
const lastDigits = v.nullish(v.pipe(v.string(), v.regex(/^\d{4}$/)));

const cardSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('src_')),
  type: v.literal('card'),
  fingerprint: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{4,100}$/)),
  scheme: v.pipe(v.string(), v.toLowerCase(), v.picklist(['visa', 'mastercard'])),
  last4: lastDigits,
  last_4: lastDigits,
  bin: v.pipe(v.string(), v.regex(/^\d{6,8}$/)),
  issuer_country: v.nullish(v.string()),
  expiry_month: wholeNumber,
  expiry_year: v.pipe(wholeNumber, v.minValue(2000), v.maxValue(2099)),
  card_wallet_type: v.nullish(v.string()),
});

const seenSchema = v.object({
  scheme: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z ]{2,40}$/)),
  last4: lastDigits,
  last_4: lastDigits,
  fingerprint: v.nullish(v.string()),
  card_wallet_type: v.nullish(v.string()),
});

/** The card's facts for a receipt, saved or not, in a wallet or not. */
export function cardSeen(source: unknown): PaidCard | null {
  const reading = v.safeParse(seenSchema, source);
  if (!reading.success) return null;
  const { scheme, last4, last_4, fingerprint, card_wallet_type: wallet } = reading.output;
  const digits = last4 ?? last_4;
  if (!digits) return null;
  return {
    scheme,
    last4: digits,
    fingerprint: fingerprint ? (fingerprint as CardFingerprint) : null,
    ...(wallet === 'googlepay' ? { wallet: 'google-pay' } : {}),
  };
}

/** The card that the provider saved; null if it is missing or could not be charged again. The payment is valid all the same. */
export function cardOnFile(source: unknown): CardOnFile | null {
  const reading = v.safeParse(cardSchema, source);
  // A card from a wallet belongs to the wallet and is not saved here.
  if (!reading.success || reading.output.card_wallet_type) return null;
  const card = reading.output;
  const last4 = card.last4 ?? card.last_4;
  const expiry = readCardExpiry(`${card.expiry_month}/${String(card.expiry_year).slice(2)}`);
  if (!last4 || expiry === null) return null;
  return {
    sourceId: card.id as CardSourceId,
    fingerprint: card.fingerprint as CardFingerprint,
    scheme: card.scheme,
    last4,
    bin: card.bin,
    issuerCountry: card.issuer_country ?? null,
    expiry,
  };
}

/** Only fields we use; all others are ignored. */
export const paymentSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('pay_')),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  status: v.string(),
  requested_on: v.nullish(v.string()),
  response_code: v.nullish(v.string()),
  response_summary: v.nullish(v.string()),
  balances: v.nullish(v.object({ total_captured: v.optional(v.pipe(v.number(), v.safeInteger()), 0) })),
  // Parsed separately: an unreadable card must not make the payment unreadable.
  source: v.optional(v.unknown()),
  _links: v.nullish(v.object({ redirect: v.nullish(v.object({ href: v.pipe(v.string(), v.url()) })) })),
});

export type CheckoutComPayment = v.InferOutput<typeof paymentSchema>;

/** Each payment status of the provider and its meaning. `gone`: money was captured, and some or all of it went back. */
const STATUSES = {
  Active: 'open',
  Requested: 'open',
  Pending: 'open',
  'Authentication Requested': 'open',
  'Retry Scheduled': 'open',
  // Capture follows automatically. A failed one is reported as a reversal.
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
 * The captured amount before any refund. A partial capture is reported as that part, so that the comparison with the
 * order's price fails.
 */
function capturedMoneyOf({ amount, currency, status, balances }: CheckoutComPayment): Money {
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
        money: capturedMoneyOf(payment),
      };
    case 'open': {
      const url = links?.redirect?.href;
      return url === undefined
        ? { kind: 'pending', providerPaymentId }
        : { kind: 'challenge', providerPaymentId, way: 'frame', url };
    }
    case 'refused': {
      // Some refused payments carry the code of an earlier approval: then the status gives the reason.
      const code = payment.response_code?.startsWith('10') ? status : (payment.response_code ?? status);
      return {
        kind: 'refused',
        providerPaymentId,
        outcome: declineOf(13, code, payment.response_summary).outcome,
        code,
        ...cardPrefixOf(source),
        ...refusedCard(cardSeen(source)),
      };
    }
    case 'unknown':
      return { kind: 'unknown', why: 'a status we do not know' };
    default:
      return standing satisfies never;
  }
}

/** The result from an answer of the API. An unreadable answer leaves the outcome open. */
export function stepOfAnswer(body: unknown): PaymentStep {
  const reading = v.safeParse(paymentSchema, body);
  return reading.success ? stepOfPayment(reading.output) : { kind: 'unknown', why: 'unreadable answer' };
}
