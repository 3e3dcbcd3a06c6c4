import { createHash } from 'node:crypto';
import type { PaymentResponse } from '@adyen/api-library/lib/src/typings/checkout/paymentResponse.js';
import {
  adyenRefusalCode,
  declineOf,
  readCardExpiry,
  type CardExpiry,
  type CardFingerprint,
  type CardScheme,
  type CardSourceId,
  type OrderId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { refusedCard, type CardOnFile, type PaidCard, type PaymentStep } from '../provider.ts';

const SCHEMES = { visa: 'visa', mc: 'mastercard' } as const satisfies Record<string, CardScheme>;

/** visa_applepay: the brand of a card that is in a wallet. */
const IN_A_WALLET = /_(?:applepay|googlepay)$/;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,64}$/));

/** The merchant's account settings decide which fields are sent: all but the last four digits may be missing. */
const additionalDataSchema = v.object({
  cardSummary: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  cardBin: v.pipe(v.string(), v.regex(/^\d{6,8}$/)),
  expiryDate: v.pipe(v.string(), v.regex(/^\d{1,2}\/20\d\d$/)),
  issuerCountry: v.nullish(v.string()),
  alias: v.nullish(id),
  paymentMethod: v.nullish(v.string()),
  'tokenization.storedPaymentMethodId': v.nullish(id),
  // The older name of the same field.
  'recurring.recurringDetailReference': v.nullish(id),
});

type Digits = v.InferOutput<typeof printSchema>;

function expiryOf({ expiryDate }: Pick<Digits, 'expiryDate'>): CardExpiry | null {
  const [month = '', year = ''] = expiryDate.split('/');
  return readCardExpiry(`${month}/${year.slice(2)}`);
}

/** The provider's own card alias; without one, brand, last digits and expiry. */
function fingerprintOf({ alias, cardBin, cardSummary }: Digits, expiry: CardExpiry): CardFingerprint {
  const digest = createHash('sha256').update([cardBin, cardSummary, expiry].join(' ')).digest('base64url');
  return (alias ?? digest.slice(0, 32)) as CardFingerprint;
}

/** Facts about the card from our request. `sourceId`: the saved card that was charged, which the answer does not name again. */
interface KnownBefore {
  readonly brand: string | null;
  readonly sourceId: CardSourceId | null;
}

/** The card that Adyen saved; null if it is missing or could not be charged again. The payment itself is valid all the same. */
export function cardOnFile(additionalData: unknown, { brand, sourceId }: KnownBefore): CardOnFile | null {
  const reading = v.safeParse(additionalDataSchema, additionalData);
  if (!reading.success) return null;
  const data = reading.output;
  const stored =
    data['tokenization.storedPaymentMethodId'] ?? data['recurring.recurringDetailReference'] ?? sourceId;
  const method = data.paymentMethod ?? brand ?? '';
  const expiry = expiryOf(data);
  // A wallet's card has a brand such as visa_applepay: it belongs to the wallet and is not saved here.
  if (!stored || !Object.hasOwn(SCHEMES, method) || expiry === null) return null;
  return {
    sourceId: stored as CardSourceId,
    fingerprint: fingerprintOf(data, expiry),
    scheme: SCHEMES[method as keyof typeof SCHEMES],
    last4: data.cardSummary,
    bin: data.cardBin,
    issuerCountry: data.issuerCountry ?? null,
    expiry,
  };
}

const seenSchema = v.pick(additionalDataSchema, ['cardSummary', 'paymentMethod']);
const printSchema = v.pick(additionalDataSchema, ['alias', 'cardBin', 'cardSummary', 'expiryDate']);

/** Facts that Adyen reports about every card, saved or not, in a wallet or not. */
export function cardSeen(additionalData: unknown, brand: string | null): PaidCard | null {
  const seen = v.safeParse(seenSchema, additionalData);
  if (!seen.success) return null;
  const method = seen.output.paymentMethod ?? brand;
  if (!method) return null;
  const print = v.safeParse(printSchema, additionalData);
  const expiry = print.success ? expiryOf(print.output) : null;
  // The receipt shows the brand without the wallet: visa for visa_applepay.
  const brandName = method.replace(IN_A_WALLET, '');
  return {
    scheme: Object.hasOwn(SCHEMES, brandName) ? SCHEMES[brandName as keyof typeof SCHEMES] : method,
    last4: seen.output.cardSummary,
    fingerprint: print.success && expiry !== null ? fingerprintOf(print.output, expiry) : null,
    ...(method.endsWith('_googlepay') ? { wallet: 'google-pay' } : {}),
  };
}

const prefixSchema = v.object({ cardBin: additionalDataSchema.entries.cardBin });

export function cardPrefixOf(additionalData: unknown): { readonly cardPrefix?: string } {
  const reading = v.safeParse(prefixSchema, additionalData);
  return reading.success ? { cardPrefix: reading.output.cardBin } : {};
}

/** Only fields we use; all others are ignored. */
const answerSchema = v.object({
  resultCode: v.string(),
  // Missing while the bank's challenge is open: the provider gives no payment id before the payment is made.
  pspReference: v.nullish(v.pipe(v.string(), v.minLength(1))),
  merchantReference: v.nullish(v.string()),
  amount: v.nullish(
    v.object({ currency: v.string(), value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  ),
  refusalReason: v.nullish(v.string()),
  refusalReasonCode: v.nullish(v.string()),
  action: v.optional(v.unknown()),
  // Parsed separately: an unreadable card must not make the payment unreadable.
  additionalData: v.optional(v.unknown()),
  paymentMethod: v.optional(v.unknown()),
});

type PaymentAnswer = v.InferOutput<typeof answerSchema>;

type Meaning = 'paid' | 'refused' | 'asks' | 'waits' | 'strange';

/** Each result code of the provider, and what it means for an order. */
const RESULTS = {
  Authorised: 'paid',
  Refused: 'refused',
  Cancelled: 'refused',
  Error: 'refused',
  IdentifyShopper: 'asks',
  ChallengeShopper: 'asks',
  RedirectShopper: 'asks',
  Pending: 'waits',
  Received: 'waits',
  PresentToShopper: 'waits',
  // Results of payment methods that we do not offer. A webhook reports what became of the money.
  AuthenticationFinished: 'strange',
  AuthenticationNotRequired: 'strange',
  PartiallyAuthorised: 'strange',
  Success: 'strange',
} as const satisfies Record<`${PaymentResponse.ResultCodeEnum}`, Meaning>;

function meaningOf(resultCode: string): Meaning {
  return Object.hasOwn(RESULTS, resultCode) ? RESULTS[resultCode as keyof typeof RESULTS] : 'strange';
}

const brandSchema = v.object({ brand: v.string() });

function brandOf(paymentMethod: unknown): string | null {
  const reading = v.safeParse(brandSchema, paymentMethod);
  return reading.success ? reading.output.brand : null;
}

/** Uses the refusal's number if there is one, otherwise its text: a webhook lacks the number. */
export function refusalOf(
  code: string | null | undefined,
  text: string | null | undefined,
  otherwise: string,
): Pick<Extract<PaymentStep, { kind: 'refused' }>, 'outcome' | 'code'> {
  const said = code || (text && (adyenRefusalCode(text) ?? text.slice(0, 80))) || otherwise;
  return { outcome: declineOf(17, said, text).outcome, code: said };
}

const redirectSchema = v.object({
  type: v.literal('redirect'),
  method: v.string(),
  url: v.pipe(v.string(), v.url()),
});
const nativeSchema = v.looseObject({ type: v.literal('threeDS2') });

function challengeIn({ action, pspReference, resultCode }: PaymentAnswer): PaymentStep {
  const providerPaymentId = pspReference ?? null;
  const native = v.safeParse(nativeSchema, action);
  if (native.success)
    return { kind: 'challenge', providerPaymentId, way: 'native', action: JSON.stringify(native.output) };
  const redirect = v.safeParse(redirectSchema, action);
  if (!redirect.success) return { kind: 'unknown', why: 'an action we do not know' };
  const { method, url } = redirect.output;
  if (method === 'GET') return { kind: 'challenge', providerPaymentId, way: 'frame', url };
  // A form to be posted to the bank: 3-D Secure 1, which the card schemes ended. No payer can complete it, so nothing is
  // charged.
  return { kind: 'refused', providerPaymentId, outcome: 'verify', code: resultCode };
}

export interface RequestedPayment {
  readonly orderId: OrderId;
  /** The saved card that pays, or null. */
  readonly sourceId: CardSourceId | null;
}

function stepOf(answer: PaymentAnswer, { orderId, sourceId }: RequestedPayment): PaymentStep {
  const { amount, pspReference, additionalData, resultCode } = answer;
  const brand = brandOf(answer.paymentMethod);
  switch (meaningOf(resultCode)) {
    case 'paid':
      // A success without amount or order reference is not trusted: the webhook has both.
      if (!pspReference || !amount || answer.merchantReference !== orderId)
        return { kind: 'unknown', why: 'an approval without its reference, amount or order' };
      return {
        kind: 'paid',
        card: cardOnFile(additionalData, { brand, sourceId }),
        paidWith: cardSeen(additionalData, brand),
        providerPaymentId: pspReference,
        money: { currency: amount.currency, minorUnits: amount.value },
      };
    case 'refused':
      return {
        kind: 'refused',
        providerPaymentId: pspReference ?? null,
        ...refusalOf(answer.refusalReasonCode, answer.refusalReason, resultCode),
        ...cardPrefixOf(additionalData),
        ...refusedCard(cardSeen(additionalData, brand)),
      };
    case 'asks':
      return challengeIn(answer);
    case 'waits':
      return { kind: 'pending', providerPaymentId: pspReference ?? null };
    default:
      return { kind: 'unknown', why: 'a result we do not know' };
  }
}

/** The result from an answer of the API. An answer that is unreadable, or about another order, leaves the outcome open. */
export function stepOfAnswer(body: unknown, requestedPayment: RequestedPayment): PaymentStep {
  const reading = v.safeParse(answerSchema, body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { merchantReference } = reading.output;
  if (merchantReference && merchantReference !== requestedPayment.orderId)
    return { kind: 'unknown', why: 'an answer about another order' };
  return stepOf(reading.output, requestedPayment);
}
