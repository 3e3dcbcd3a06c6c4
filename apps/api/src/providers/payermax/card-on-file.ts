import {
  PAYERMAX,
  PROVIDERS,
  readCardExpiry,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
} from '@jawhara/domain';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { CardOnFile, PaidCard } from '../provider.ts';

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

/** The provider names no print of its own. Its masked number and the date are as much of a card as we may know. */
function fingerprintOf(maskedNumber: string, expiry: CardExpiry): CardFingerprint {
  const digest = createHash('sha256').update(`${maskedNumber} ${expiry}`).digest('base64url');
  return digest as CardFingerprint;
}

/** Null for anything that is not a card we could charge again: such a payment is good all the same. */
export function cardOnFile(paymentDetail: unknown): CardOnFile | null {
  const reading = v.safeParse(detailSchema, paymentDetail);
  // A card that came through a wallet is the wallet's, not the payer's to save here.
  if (!reading.success || reading.output.cardInfo.source !== 'CARD') return null;
  const { paymentTokenID, cardInfo: card } = reading.output;
  const expiry = expiryOf(card);
  if (expiry === null) return null;
  return {
    sourceId: `${PROVIDERS[PAYERMAX].card.keptPrefix}${paymentTokenID}` as CardSourceId,
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

/** Said of every card, kept or not, of every scheme, and of a wallet's too. */
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
