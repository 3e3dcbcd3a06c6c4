import { createHash } from 'node:crypto';
import {
  declineOf,
  isOrderId,
  moneyDecimal,
  PAYERMAX,
  PROVIDERS,
  readCardExpiry,
  readMoneyDecimal,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type Money,
  type OrderId,
} from '@jawhara/domain';
import * as v from 'valibot';
import {
  refusedCard,
  type CardOnFile,
  type PaidCard,
  type PaymentStep,
  type RefundRequest,
  type RefundStep,
} from '../provider.ts';
import type { PayermaxClient, PayermaxClientAnswer } from './client.ts';

/** The wire has major units as a JSON number, made from the decimal text and never computed, so it is printed unchanged. */
export function wireAmount(money: Money): number {
  return Number(moneyDecimal(money));
}

/** An amount on the wire, as a number or a string. Its currency is a field beside it. */
export const amountSchema = v.pipe(v.union([v.number(), v.string()]), v.transform(String));

/** Null if it is missing, or is not a whole number of that currency's minor units. */
export function moneyIn(
  amount: string | null | undefined,
  currency: string | null | undefined,
): Money | null {
  return amount && currency ? readMoneyDecimal(amount, currency) : null;
}

const NUMBER = /^\w{1,64}$/;
const ORDER_ID_LENGTH = 36;

/**
 * The provider has no idempotency header: the number of a trade or a refund is the key. It may hold letters, digits and
 * underscores, so our key keeps its form and the order id can be read from it.
 */
export function numberOfKey(idempotencyKey: string): string {
  const number = idempotencyKey.replaceAll('-', '_').toLowerCase();
  if (!NUMBER.test(number)) throw new Error('a key that cannot be a number of PayerMax');
  return number;
}

/** The provider ignores case in trade numbers. In our tables a number in other case would be a second payment. */
export const tradeNumberSchema = v.pipe(v.string(), v.toLowerCase());

/** The trade number of an order's first attempt, known before the provider has answered. */
export function firstTradeOf(orderId: OrderId): string {
  return numberOfKey(`${orderId}-1`);
}

/** Null for a trade that is not ours. */
export function orderOfTrade(tradeNumber: string): OrderId | null {
  const id = tradeNumber.slice(0, ORDER_ID_LENGTH).replaceAll('_', '-');
  return isOrderId(id) ? id : null;
}

const prefix = v.pipe(v.string(), v.regex(/^\d{6,8}$/));

const cardInfoSchema = v.object({
  cardOrg: v.pipe(v.string(), v.toLowerCase(), v.picklist(['visa', 'mastercard'])),
  // "424242******4242"
  cardIdentifierNo: v.pipe(v.string(), v.regex(/^\d{4,8}\*+\d{4}$/)),
  cardBinNo: prefix,
  cardLast4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  cardExpirationMonth: v.pipe(v.string(), v.regex(/^\d{1,2}$/)),
  cardExpirationYear: v.pipe(v.string(), v.regex(/^(20)?\d{2}$/)),
  country: v.nullish(v.string()),
  source: v.nullish(v.string(), 'CARD'),
});

const detailSchema = v.object({
  paymentTokenID: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,96}$/)),
  cardInfo: cardInfoSchema,
});

type CardDate = Pick<v.InferOutput<typeof cardInfoSchema>, 'cardExpirationMonth' | 'cardExpirationYear'>;

function expiryOf({ cardExpirationMonth, cardExpirationYear }: CardDate): CardExpiry | null {
  return readCardExpiry(`${cardExpirationMonth}/${cardExpirationYear.slice(-2)}`);
}

/** The provider gives no fingerprint, so the masked number and the expiry date stand for the card. */
function fingerprintOf(maskedNumber: string, expiry: CardExpiry): CardFingerprint {
  const digest = createHash('sha256').update(`${maskedNumber} ${expiry}`).digest('base64url');
  return digest as CardFingerprint;
}

/** The card that PayerMax saved; null if it is missing or could not be charged again. The payment is valid all the same. */
export function cardOnFile(paymentDetail: unknown): CardOnFile | null {
  const reading = v.safeParse(detailSchema, paymentDetail);
  // A card from a wallet belongs to the wallet and is not saved here.
  if (!reading.success || reading.output.cardInfo.source !== 'CARD') return null;
  const { paymentTokenID, cardInfo: card } = reading.output;
  const expiry = expiryOf(card);
  if (expiry === null) return null;
  return {
    sourceId: `${PROVIDERS[PAYERMAX].card.savedCardIdPrefix}${paymentTokenID}` as CardSourceId,
    fingerprint: fingerprintOf(card.cardIdentifierNo, expiry),
    scheme: card.cardOrg,
    last4: card.cardLast4,
    bin: card.cardBinNo,
    issuerCountry: card.country ?? null,
    expiry,
  };
}

const seenSchema = v.object({
  cardInfo: v.object({
    cardOrg: v.pipe(v.string(), v.minLength(1), v.toLowerCase()),
    cardLast4: cardInfoSchema.entries.cardLast4,
  }),
});

const printSchema = v.object({ cardInfo: v.omit(cardInfoSchema, ['cardOrg']) });

/** Facts that PayerMax reports about every card, saved or not, of every scheme, also in a wallet. */
export function cardSeen(paymentDetail: unknown): PaidCard | null {
  const seen = v.safeParse(seenSchema, paymentDetail);
  if (!seen.success) return null;
  const { cardOrg: scheme, cardLast4: last4 } = seen.output.cardInfo;
  const print = v.safeParse(printSchema, paymentDetail);
  const expiry = print.success ? expiryOf(print.output.cardInfo) : null;
  const fingerprint =
    print.success && expiry !== null ? fingerprintOf(print.output.cardInfo.cardIdentifierNo, expiry) : null;
  return { scheme, last4, fingerprint };
}

const prefixSchema = v.object({ cardInfo: v.object({ cardBinNo: prefix }) });

export function cardPrefixOf(paymentDetail: unknown): { readonly cardPrefix?: string } {
  const reading = v.safeParse(prefixSchema, paymentDetail);
  return reading.success ? { cardPrefix: reading.output.cardInfo.cardBinNo } : {};
}

/** A trade as look-ups and webhooks show it. Only fields we use. */
export const tradeSchema = v.object({
  outTradeNo: tradeNumberSchema,
  status: v.string(),
  totalAmount: v.nullish(amountSchema),
  currency: v.nullish(v.string()),
  captureMode: v.nullish(v.string()),
  // Parsed separately: an unreadable card must not make the payment unreadable.
  paymentDetails: v.optional(v.unknown()),
});

type PayermaxTrade = v.InferOutput<typeof tradeSchema>;

/** The provider's explanation of a refusal. Only the status decides. */
interface Explained {
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

function firstDetail(details: unknown): unknown {
  return Array.isArray(details) ? (details as unknown[])[0] : undefined;
}

function paid(trade: PayermaxTrade): PaymentStep {
  // Authorised only: we request no such payment, and its capture has an event of its own.
  if (trade.captureMode === 'MANUAL') return { kind: 'pending', providerPaymentId: trade.outTradeNo };
  const money = moneyIn(trade.totalAmount, trade.currency);
  // A success without an amount is not trusted.
  if (money === null) return { kind: 'unknown', why: 'a success without amount or currency' };
  const detail = firstDetail(trade.paymentDetails);
  return {
    kind: 'paid',
    card: cardOnFile(detail),
    paidWith: cardSeen(detail),
    providerPaymentId: trade.outTradeNo,
    money,
  };
}

function refused(trade: PayermaxTrade, code: string, message?: string | null): PaymentStep {
  return {
    kind: 'refused',
    providerPaymentId: trade.outTradeNo,
    outcome: declineOf(6, code, message).outcome,
    code,
    ...cardPrefixOf(firstDetail(trade.paymentDetails)),
    ...refusedCard(cardSeen(firstDetail(trade.paymentDetails))),
  };
}

type Meaning = (trade: PayermaxTrade, explained: Explained) => PaymentStep;

/** Each trade status of the provider and its meaning for an order. */
const STATUSES = {
  SUCCESS: paid,
  PENDING: ({ outTradeNo }) => ({ kind: 'pending', providerPaymentId: outTradeNo }),
  FAILED: (trade, { code, message }) => refused(trade, code || trade.status, message),
  // The payer left, or the time ran out. Its other fields are the same for every failure.
  CLOSED: (trade) => refused(trade, trade.status),
} as const satisfies Record<string, Meaning>;

export function stepOfTrade(trade: PayermaxTrade, explained: Explained): PaymentStep {
  if (!Object.hasOwn(STATUSES, trade.status)) return { kind: 'unknown', why: 'a status we do not know' };
  const meaning: Meaning = STATUSES[trade.status as keyof typeof STATUSES];
  return meaning(trade, explained);
}

const refundSchema = v.object({ status: v.string() });

/** Statuses of a refund that is in progress or has arrived. */
const UNDER_WAY: readonly string[] = ['REFUND_PENDING', 'REFUND_SUCCESS'];

function stepOf(answer: PayermaxClientAnswer, returnId: string): RefundStep {
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return { kind: 'refused', why: answer.code };
  const reading = v.safeParse(refundSchema, answer.data);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { status } = reading.output;
  if (UNDER_WAY.includes(status)) return { kind: 'accepted', returnId };
  return status === 'REFUND_FAILED'
    ? { kind: 'refused', why: status }
    : { kind: 'unknown', why: 'a status we do not know' };
}

export async function refund(
  client: PayermaxClient,
  { providerPaymentId, money }: RefundRequest,
  idempotencyKey: string,
  notifyUrl: string,
): Promise<RefundStep> {
  const outRefundNo = numberOfKey(idempotencyKey);
  const step = stepOf(
    await client.call('refund', {
      outRefundNo,
      outTradeNo: providerPaymentId,
      refundAmount: wireAmount(money),
      refundCurrency: money.currency,
      refundNotifyUrl: notifyUrl,
    }),
    outRefundNo,
  );
  if (step.kind !== 'refused') return step;
  // A refusal may mean that an earlier try, whose answer was lost, used this refund number: so it is looked up.
  const known = stepOf(await client.call('refundQuery', { outRefundNo }), outRefundNo);
  return known.kind === 'refused' ? step : known;
}
