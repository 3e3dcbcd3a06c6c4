import type { OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import {
  cardOnFile,
  cardPrefixOf,
  cardSeen,
  firstTradeOf,
  numberOfKey,
  orderOfTrade,
  stepOfTrade,
} from './trade.ts';

const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab' as OrderId;

it('the number of an order’s trade leads back to the order', () => {
  const number = firstTradeOf(ORDER);
  expect(number).toBe(numberOfKey(`${ORDER}-1`));
  expect(number).toMatch(/^\w{1,64}$/);
  expect(orderOfTrade(number)).toBe(ORDER);
  // The provider sees no difference between large and small letters, so there is none here.
  expect(numberOfKey(`${ORDER.toUpperCase()}-1`)).toBe(number);
});

it('every key of ours fits, a refund’s too; two keys are two numbers', () => {
  const keys = [`${ORDER}-1`, `${ORDER}-2`, `refund-${firstTradeOf(ORDER)}`];
  const numbers = keys.map(numberOfKey);
  expect(new Set(numbers).size).toBe(keys.length);
  for (const number of numbers) expect(number.length).toBeLessThanOrEqual(64);
});

it('a key that does not fit is our own mistake, and a number of somebody else belongs to no order', () => {
  expect(() => numberOfKey('x'.repeat(65))).toThrow(/cannot be a number/);
  expect(() => numberOfKey('with a space')).toThrow(/cannot be a number/);
  for (const number of ['', 'trade_1', `refund_${firstTradeOf(ORDER)}`])
    expect(orderOfTrade(number)).toBeNull();
});

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
const readCard = (info: object = {}, more: object = {}) =>
  cardOnFile({ paymentTokenID: 'PMTOKEN1', cardInfo: { ...INFO, ...info }, ...more });

describe('what was paid with', () => {
  it('is a card we can charge again, under a name that says whose it is', () => {
    expect(readCard()).toEqual({
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
    const print = readCard()?.fingerprint;
    expect(readCard({ cardExpirationMonth: '7', cardExpirationYear: '31' })?.fingerprint).toBe(print);
    expect(readCard({}, { paymentTokenID: 'PMTOKEN2' })?.fingerprint).toBe(print);
    expect(readCard({ cardExpirationYear: '2032' })?.fingerprint).not.toBe(print);
    expect(readCard({ cardIdentifierNo: '424242******4241' })?.fingerprint).not.toBe(print);
  });

  it.each([
    ['not kept', {}, { paymentTokenID: undefined }],
    ['another scheme', { cardOrg: 'MADA' }, {}],
    ['a wallet', { source: 'APPLEPAY' }, {}],
    ['no masked number', { cardIdentifierNo: undefined }, {}],
    ['no last digits', { cardLast4: '42' }, {}],
    ['no month', { cardExpirationMonth: '13' }, {}],
    ['no year', { cardExpirationYear: '1931' }, {}],
  ])('that is %s is no card to keep', (_what, info, more) => expect(readCard(info, more)).toBeNull());

  it('is reported for a receipt when it is not saved, under the fingerprint it has when it is', () => {
    const cardInfo = INFO;
    expect(cardSeen({ cardInfo })).toEqual({
      scheme: 'visa',
      last4: '4242',
      fingerprint: readCard()?.fingerprint,
    });
    expect(cardSeen({ cardInfo: { ...INFO, cardOrg: 'MADA' } })).toMatchObject({
      scheme: 'mada',
      fingerprint: readCard()?.fingerprint,
    });
    expect(cardSeen({ cardInfo: { cardOrg: 'VISA', cardLast4: '4242' } })).toEqual({
      scheme: 'visa',
      last4: '4242',
      fingerprint: null,
    });
    expect(cardSeen({ cardInfo: { cardOrg: 'VISA' } })).toBeNull();
    expect(cardSeen(undefined)).toBeNull();
  });

  it('names the bank by its first digits even when it is not saved', () => {
    expect(cardPrefixOf({ cardInfo: { cardBinNo: '424242' } })).toEqual({ cardPrefix: '424242' });
    expect(cardPrefixOf({ cardInfo: { cardBinNo: '4242421234567890' } })).toEqual({});
    expect(cardPrefixOf(undefined)).toEqual({});
  });
});

const step = (status: string) => stepOfTrade({ outTradeNo: 'T1', status }, {});

it.each(['Something New', 'constructor', '', 'success'])(
  'a status we do not know (%j) decides nothing',
  (status) => expect(step(status)).toEqual({ kind: 'unknown', why: 'a status we do not know' }),
);

it('a success that does not say how much is not taken as one', () =>
  expect(step('SUCCESS')).toEqual({ kind: 'unknown', why: 'a success without amount or currency' }));
