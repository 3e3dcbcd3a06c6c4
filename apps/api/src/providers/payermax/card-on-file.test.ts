import { describe, expect, it } from 'vitest';
import { cardOnFile, cardPrefixOf, cardSeen } from './card-on-file.ts';

const INFO = {
  cardOrg: 'VISA',
  country: 'SA',
  cardType: 'CREDIT',
  cardIdentifierNo: '424242******4242',
  cardBinNo: '424242',
  cardLast4: '4242',
  cardExpirationMonth: '07',
  cardExpirationYear: '2031',
  source: 'CARD',
};
const kept = (info: object = {}, more: object = {}) =>
  cardOnFile({ paymentTokenID: 'PMTOKEN1', cardInfo: { ...INFO, ...info }, ...more });

describe('what was paid with', () => {
  it('is a card we can charge again, under a name that says whose it is', () => {
    expect(kept()).toEqual({
      sourceId: 'pmx_PMTOKEN1',
      fingerprint: expect.stringMatching(/^[\w-]{43}$/),
      scheme: 'visa',
      last4: '4242',
      bin: '424242',
      issuerCountry: 'SA',
      expiry: '07/31',
    });
  });

  it('is the same card however its date is written, and another one with another number or date', () => {
    const print = kept()?.fingerprint;
    expect(kept({ cardExpirationMonth: '7', cardExpirationYear: '31' })?.fingerprint).toBe(print);
    expect(kept({}, { paymentTokenID: 'PMTOKEN2' })?.fingerprint).toBe(print);
    expect(kept({ cardExpirationYear: '2032' })?.fingerprint).not.toBe(print);
    expect(kept({ cardIdentifierNo: '424242******4241' })?.fingerprint).not.toBe(print);
  });

  it.each([
    ['not kept', {}, { paymentTokenID: undefined }],
    ['another scheme', { cardOrg: 'MADA' }, {}],
    ['a wallet', { source: 'APPLEPAY' }, {}],
    ['no masked number', { cardIdentifierNo: undefined }, {}],
    ['no last digits', { cardLast4: '42' }, {}],
    ['no month', { cardExpirationMonth: '13' }, {}],
    ['no year', { cardExpirationYear: '1931' }, {}],
  ])('that is %s is no card to keep', (_what, info, more) => expect(kept(info, more)).toBeNull());

  it('is told for a receipt when it is not kept, under the print it has when it is', () => {
    const cardInfo = INFO;
    expect(cardSeen({ cardInfo })).toEqual({
      scheme: 'visa',
      last4: '4242',
      fingerprint: kept()?.fingerprint,
    });
    expect(cardSeen({ cardInfo: { ...INFO, cardOrg: 'MADA' } })).toMatchObject({
      scheme: 'mada',
      fingerprint: kept()?.fingerprint,
    });
    expect(cardSeen({ cardInfo: { cardOrg: 'VISA', cardLast4: '4242' } })).toEqual({
      scheme: 'visa',
      last4: '4242',
      fingerprint: null,
    });
    expect(cardSeen({ cardInfo: { cardOrg: 'VISA' } })).toBeNull();
    expect(cardSeen(undefined)).toBeNull();
  });

  it('names the bank by its first digits even when it is not kept', () => {
    expect(cardPrefixOf({ cardInfo: { cardBinNo: '424242' } })).toEqual({ cardPrefix: '424242' });
    expect(cardPrefixOf({ cardInfo: { cardBinNo: '4242421234567890' } })).toEqual({});
    expect(cardPrefixOf(undefined)).toEqual({});
  });
});
