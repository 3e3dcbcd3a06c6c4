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

it('the PayerMax trade number made for an order is read back as that order', () => {
  const number = firstTradeOf(ORDER);
  expect(number).toBe(numberOfKey(`${ORDER}-1`));
  expect(number).toMatch(/^\w{1,64}$/);
  expect(orderOfTrade(number)).toBe(ORDER);
  // The provider ignores case in trade numbers, so both spellings must give the same number.
  expect(numberOfKey(`${ORDER.toUpperCase()}-1`)).toBe(number);
});

it('two payments and a refund of one order have different trade numbers of at most 64 characters', () => {
  const keys = [`${ORDER}-1`, `${ORDER}-2`, `refund-${firstTradeOf(ORDER)}`];
  const numbers = keys.map(numberOfKey);
  expect(new Set(numbers).size).toBe(keys.length);
  for (const number of numbers) expect(number.length).toBeLessThanOrEqual(64);
});

it('an idempotency key that is too long or has a space throws, and an unknown trade number is read as no order', () => {
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

describe('the card in a PayerMax payment', () => {
  it('the card of a payment is read as a saved card whose id begins with PayerMax’s prefix', () => {
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

  it('a card’s fingerprint changes with its number and date, and not with the way the date is written', () => {
    const print = readCard()?.fingerprint;
    expect(readCard({ cardExpirationMonth: '7', cardExpirationYear: '31' })?.fingerprint).toBe(print);
    expect(readCard({}, { paymentTokenID: 'PMTOKEN2' })?.fingerprint).toBe(print);
    expect(readCard({ cardExpirationYear: '2032' })?.fingerprint).not.toBe(print);
    expect(readCard({ cardIdentifierNo: '424242******4241' })?.fingerprint).not.toBe(print);
  });

  it.each([
    ['not saved', {}, { paymentTokenID: undefined }],
    ['of a scheme we do not save', { cardOrg: 'MADA' }, {}],
    ['from a wallet', { source: 'APPLEPAY' }, {}],
    ['without a masked number', { cardIdentifierNo: undefined }, {}],
    ['without its last digits', { cardLast4: '42' }, {}],
    ['without a valid month', { cardExpirationMonth: '13' }, {}],
    ['without a valid year', { cardExpirationYear: '1931' }, {}],
  ])('a card that is %s is not read as a saved card', (_what, info, more) =>
    expect(readCard(info, more)).toBeNull(),
  );

  it('a card that is not saved has the fingerprint on the receipt that it would have when saved', () => {
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

  it('the first digits of a card are read also when it is not saved, but never a whole number', () => {
    expect(cardPrefixOf({ cardInfo: { cardBinNo: '424242' } })).toEqual({ cardPrefix: '424242' });
    expect(cardPrefixOf({ cardInfo: { cardBinNo: '4242421234567890' } })).toEqual({});
    expect(cardPrefixOf(undefined)).toEqual({});
  });
});

const step = (status: string) => stepOfTrade({ outTradeNo: 'T1', status }, {});

it.each(['Something New', 'constructor', '', 'success'])(
  'a payment with the unknown status %j is read with an unknown result',
  (status) => expect(step(status)).toEqual({ kind: 'unknown', why: 'a status we do not know' }),
);

it('a successful payment without an amount is read with an unknown result', () =>
  expect(step('SUCCESS')).toEqual({ kind: 'unknown', why: 'a success without amount or currency' }));
