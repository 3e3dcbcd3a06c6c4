import { readCardExpiry, type CardFingerprint, type CardSourceId } from '@jawhara/domain';
import * as v from 'valibot';
import type { CardOnFile, PaidCard } from '../provider.ts';

/** The API writes numbers and `last4`; its search writes texts, its notifications `last_4`. */
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

/** Facts about the card for a receipt, saved or not, through a wallet or not. */
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

/** Null for anything that is not a card we could charge again: such a payment is good all the same. */
export function cardOnFile(source: unknown): CardOnFile | null {
  const reading = v.safeParse(cardSchema, source);
  // A card that came through a wallet is the wallet's, not the payer's to save here.
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
