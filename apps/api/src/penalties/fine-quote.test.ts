import { accountId, FINE_QUOTE_GOOD_FOR_MS, usdCents } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { makeQuote, quoteKeyFrom, readQuote, type QuoteKeys } from './fine-quote.ts';

const keysFrom = (secret: string): QuoteKeys => [quoteKeyFrom(secret)];
const keys = keysFrom('sk_sbox_of_this_shop');
const now = new Date('2026-11-15T12:00:00Z');
const shown = { accountId: accountId(2001), amountUsdCents: usdCents(2000) };
const later = (ms: number) => new Date(now.getTime() + ms);

describe('a fine quote', () => {
  const quote = makeQuote(keys, shown, now);

  it('[FIN-03] a fine quote contains the shown amount, and is valid for a quarter of an hour', () => {
    expect(quote).toMatchObject({ amountUsdCents: 2000, goodUntil: new Date('2026-11-15T12:15:00Z') });
    expect(readQuote(keys, quote.id, later(FINE_QUOTE_GOOD_FOR_MS - 1))).toMatchObject(shown);
    expect(readQuote(keys, quote.id, later(FINE_QUOTE_GOOD_FOR_MS))).toBeNull();
  });

  it('a fine quote is valid in every process with the same secret, and invalid with another secret', () => {
    expect(readQuote(keysFrom('sk_sbox_of_this_shop'), quote.id, now)).not.toBeNull();
    expect(readQuote(keysFrom('sk_sbox_of_another'), quote.id, now)).toBeNull();
  });

  it('a fine quote made with an older key is still valid; new quotes are made with the first key', () => {
    const both: QuoteKeys = [quoteKeyFrom('the key of quotes'), ...keys];
    expect(readQuote(both, quote.id, now)).toMatchObject(shown);
    const newer = makeQuote(both, shown, now);
    expect(readQuote(both, newer.id, now)).toMatchObject(shown);
    expect(readQuote(keys, newer.id, now)).toBeNull();
  });

  it('a fine quote that was changed in any part is invalid', () => {
    const [payload = '', seal = ''] = quote.id.split('.');
    const cheaper = Buffer.from(
      JSON.stringify({ ...shown, amountUsdCents: 1, goodUntilMs: later(1000).getTime() }),
    ).toString('base64url');
    for (const forged of [`${cheaper}.${seal}`, `${payload}.${seal.slice(1)}`, payload, `${quote.id}.x`, '.'])
      expect(readQuote(keys, forged, now)).toBeNull();
  });
});
