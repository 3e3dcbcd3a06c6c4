import type { CardSourceId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { cardOnFile, cardSeen } from './card-on-file.ts';

const DATA = {
  cardSummary: '1111',
  cardBin: '411111',
  expiryDate: '3/2030',
  issuerCountry: 'SA',
  alias: 'H167852639363479',
  paymentMethod: 'visa',
  'tokenization.storedPaymentMethodId': 'M5N7TQ4TG5PFWR50',
};
const CARD = {
  sourceId: 'M5N7TQ4TG5PFWR50',
  fingerprint: 'H167852639363479',
  scheme: 'visa',
  last4: '1111',
  bin: '411111',
  issuerCountry: 'SA',
  expiry: '03/30',
};
const NOTHING = { brand: null, sourceId: null };

describe('what an answer adds about its card', () => {
  it('is a card we can charge again', () => expect(cardOnFile(DATA, NOTHING)).toEqual(CARD));

  it('is read under the older name of its id, with its month in two digits, with the brand of the payment', () => {
    const { paymentMethod: _brand, 'tokenization.storedPaymentMethodId': id, ...rest } = DATA;
    const older = { ...rest, expiryDate: '03/2030', 'recurring.recurringDetailReference': id };
    expect(cardOnFile(older, { ...NOTHING, brand: 'mc' })).toEqual({ ...CARD, scheme: 'mastercard' });
  });

  it('a kept card that pays is not named again: it is the one that was sent', () => {
    const { 'tokenization.storedPaymentMethodId': _id, ...rest } = DATA;
    const sourceId = 'KEPT1' as CardSourceId;
    expect(cardOnFile(rest, { ...NOTHING, sourceId })).toEqual({ ...CARD, sourceId });
    expect(cardOnFile(rest, NOTHING)).toBeNull();
  });

  it('without an alias the same card has the same print, and another date is another card', () => {
    const { alias: _alias, ...rest } = DATA;
    const print = (more: object = {}) => cardOnFile({ ...rest, ...more }, NOTHING)?.fingerprint;
    expect(print()).toMatch(/^[\w-]{32}$/);
    expect(print()).toBe(print({ expiryDate: '03/2030' }));
    expect(print({ expiryDate: '4/2030' })).not.toBe(print());
    expect(print({ cardSummary: '1112' })).not.toBe(print());
  });

  it.each([
    ['nothing', undefined],
    ['another scheme', { ...DATA, paymentMethod: 'amex' }],
    ['a wallet', { ...DATA, paymentMethod: 'visa_applepay' }],
    ['no last digits', { ...DATA, cardSummary: undefined }],
    ['more digits than the last four', { ...DATA, cardSummary: '411111' }],
    ['no first digits', { ...DATA, cardBin: undefined }],
    ['no month', { ...DATA, expiryDate: '13/2030' }],
    ['no year', { ...DATA, expiryDate: '03/30' }],
    ['a name like a method’s', { ...DATA, paymentMethod: 'constructor' }],
  ])('that is %s is no card to keep', (_what, data) => expect(cardOnFile(data, NOTHING)).toBeNull());
});

describe('what an answer says of the card for a receipt', () => {
  const { 'tokenization.storedPaymentMethodId': _id, ...UNKEPT } = DATA;

  it('is told of a card that is not kept, under the print it has when it is', () => {
    expect(cardOnFile(UNKEPT, NOTHING)).toBeNull();
    expect(cardSeen(UNKEPT, null)).toEqual({ scheme: 'visa', last4: '1111', fingerprint: CARD.fingerprint });
    const { alias: _alias, ...plain } = DATA;
    expect(cardSeen(plain, null)?.fingerprint).toBe(cardOnFile(plain, NOTHING)?.fingerprint);
  });

  it.each([
    ['mc', 'mastercard'],
    ['amex', 'amex'],
    ['visa_applepay', 'visa'],
    ['mc_applepay', 'mastercard'],
    ['amex_applepay', 'amex_applepay'],
    ['constructor', 'constructor'],
  ])('%s is told as %s', (paymentMethod, scheme) => {
    expect(cardSeen({ ...UNKEPT, paymentMethod }, null)).toMatchObject({ scheme, last4: '1111' });
  });

  it('needs the last digits and a brand alone; without the rest it has no print', () => {
    expect(cardSeen({ cardSummary: '1111' }, 'mc')).toEqual({
      scheme: 'mastercard',
      last4: '1111',
      fingerprint: null,
    });
    expect(cardSeen({ cardSummary: '1111' }, null)).toBeNull();
    expect(cardSeen({ paymentMethod: 'visa' }, null)).toBeNull();
    expect(cardSeen(undefined, 'visa')).toBeNull();
  });
});
