import {
  PAYERMAX_SOURCE_PREFIX,
  readCardExpiry,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
} from '@jawhara/domain';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { CardOnFile } from '../provider.ts';

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

/** The provider names no print of its own. Its masked number and the date are as much of a card as we may know. */
function fingerprintOf(maskedNumber: string, expiry: CardExpiry): CardFingerprint {
  const digest = createHash('sha256').update(`${maskedNumber} ${expiry}`).digest('base64url');
  return digest as CardFingerprint;
}

/** Null for anything that is not a card we could charge again: such a payment is good all the same. */
export function cardOnFile(paymentDetail: unknown): CardOnFile | null {
  const reading = v.safeParse(detailSchema, paymentDetail);
  // What came through a wallet is the wallet's card, not the payer's to keep here.
  if (!reading.success || reading.output.cardInfo.source !== 'CARD') return null;
  const { paymentTokenID, cardInfo: card } = reading.output;
  const expiry = readCardExpiry(`${card.cardExpirationMonth}/${card.cardExpirationYear.slice(-2)}`);
  if (expiry === null) return null;
  return {
    sourceId: `${PAYERMAX_SOURCE_PREFIX}${paymentTokenID}` as CardSourceId,
    fingerprint: fingerprintOf(card.cardIdentifierNo, expiry),
    scheme: card.cardOrg,
    last4: card.cardLast4,
    bin: card.cardBinNo,
    issuerCountry: card.country ?? null,
    expiry,
  };
}

const prefixSchema = v.object({ cardInfo: v.object({ cardBinNo: prefix }) });

export function cardPrefixOf(paymentDetail: unknown): { readonly cardPrefix?: string } {
  const reading = v.safeParse(prefixSchema, paymentDetail);
  return reading.success ? { cardPrefix: reading.output.cardInfo.cardBinNo } : {};
}
