import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FineQuote } from '@jawhara/contract';
import { accountId, FINE_QUOTE_GOOD_FOR_MS, usdCents, type AccountId, type UsdCents } from '@jawhara/domain';
import * as v from 'valibot';

/** A quoted fine: the amount, the account, and until when it is valid. */
interface QuoteClaims {
  readonly accountId: AccountId;
  readonly amountUsdCents: UsdCents;
  readonly goodUntilMs: number;
}

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    accountId: v.pipe(whole, v.minValue(1), v.transform(accountId)),
    amountUsdCents: v.pipe(whole, v.transform(usdCents)),
    goodUntilMs: whole,
  }),
);

/** The first key seals; a quote sealed with any of them is accepted. */
export type QuoteKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Every process derives the same key from the shared secret, so that each accepts the quotes of the others. */
export function quoteKeyFrom(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'jawhara fine quote', 32));
}

function seal(key: Uint8Array, payload: string): Buffer {
  return createHmac('sha256', key).update(payload).digest();
}

export function makeQuote(
  [key]: QuoteKeys,
  shown: Pick<QuoteClaims, 'accountId' | 'amountUsdCents'>,
  now: Date,
): FineQuote {
  const goodUntil = new Date(now.getTime() + FINE_QUOTE_GOOD_FOR_MS);
  const claims: QuoteClaims = { ...shown, goodUntilMs: goodUntil.getTime() };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return {
    id: `${payload}.${seal(key, payload).toString('base64url')}`,
    amountUsdCents: shown.amountUsdCents,
    goodUntil,
  };
}

function isSealedBy(key: Uint8Array, payload: string, sealText: string): boolean {
  const presented = Buffer.from(sealText, 'base64url');
  const own = seal(key, payload);
  return presented.length === own.length && timingSafeEqual(presented, own);
}

/** Checks the seal first, so that nothing of a forged quote is parsed. Null when it is forged or expired. */
export function readQuote(keys: QuoteKeys, id: string, now: Date): QuoteClaims | null {
  const [payload = '', sealText = '', ...more] = id.split('.');
  if (more.length > 0 || !keys.some((key) => isSealedBy(key, payload, sealText))) return null;
  const claims = v.safeParse(claimsSchema, Buffer.from(payload, 'base64url').toString());
  return claims.success && claims.output.goodUntilMs > now.getTime() ? claims.output : null;
}
