import type { PaymentResponse } from '@adyen/api-library/lib/src/typings/checkout/paymentResponse.js';
import { adyenRefusalCode, declineOf, type CardSourceId, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import type { PaymentStep } from '../provider.ts';
import { cardOnFile, cardPrefixOf, cardSeen } from './card-on-file.ts';

/** Only what we act on; whatever else the provider adds is let through unseen. */
const answerSchema = v.object({
  resultCode: v.string(),
  // Missing while the bank asks: the payment has no name before it is made.
  pspReference: v.nullish(v.pipe(v.string(), v.minLength(1))),
  merchantReference: v.nullish(v.string()),
  amount: v.nullish(
    v.object({ currency: v.string(), value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  ),
  refusalReason: v.nullish(v.string()),
  refusalReasonCode: v.nullish(v.string()),
  action: v.optional(v.unknown()),
  // Read on their own: a card we cannot read must not make a payment unreadable.
  additionalData: v.optional(v.unknown()),
  paymentMethod: v.optional(v.unknown()),
});

type PaymentAnswer = v.InferOutput<typeof answerSchema>;

type Meaning = 'paid' | 'refused' | 'asks' | 'waits' | 'strange';

/** The meaning of each result of the provider for an order. */
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
  // Of ways to pay that we do not offer. What became of the money is told by the notification.
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

/** The number where there is one: an answer brings it, a notification brings its text alone. */
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
  // A form to be posted to the bank: 3-D Secure 1, which the schemes gave up. Nobody will answer it, so nothing is taken.
  return { kind: 'refused', providerPaymentId, outcome: 'verify', code: resultCode };
}

export interface AskedFor {
  readonly orderId: OrderId;
  /** The kept card that pays, where one does. */
  readonly sourceId: CardSourceId | null;
}

function stepOf(answer: PaymentAnswer, { orderId, sourceId }: AskedFor): PaymentStep {
  const { amount, pspReference, additionalData, resultCode } = answer;
  const brand = brandOf(answer.paymentMethod);
  switch (meaningOf(resultCode)) {
    case 'paid':
      // A yes that does not say how much, or for what, is not taken as a yes: the notification says both.
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
      };
    case 'asks':
      return challengeIn(answer);
    case 'waits':
      return { kind: 'pending', providerPaymentId: pspReference ?? null };
    default:
      return { kind: 'unknown', why: 'a result we do not know' };
  }
}

/** For answers of the API. One that cannot be read, or speaks of another order, leaves the outcome open. */
export function stepOfAnswer(body: unknown, asked: AskedFor): PaymentStep {
  const reading = v.safeParse(answerSchema, body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { merchantReference } = reading.output;
  if (merchantReference && merchantReference !== asked.orderId)
    return { kind: 'unknown', why: 'an answer about another order' };
  return stepOf(reading.output, asked);
}
