import { describe, expect, it } from 'vitest';
import { cardOnFile } from './card-on-file.ts';

const SOURCE = {
  id: 'src_1',
  type: 'card',
  expiry_month: 7,
  expiry_year: 2031,
  scheme: 'Visa',
  last4: '4242',
  bin: '424242',
  fingerprint: 'F31828E2BDABAE63',
  issuer_country: 'SA',
};
const CARD = {
  sourceId: 'src_1',
  fingerprint: 'F31828E2BDABAE63',
  scheme: 'visa',
  last4: '4242',
  bin: '424242',
  issuerCountry: 'SA',
  expiry: '07/31',
};

describe('a payment source', () => {
  it('is a card we can charge again', () => expect(cardOnFile(SOURCE)).toEqual(CARD));

  it('is read as notifications and the search write it', () => {
    const { last4, ...rest } = SOURCE;
    expect(cardOnFile({ ...rest, last_4: last4 })).toEqual(CARD);
    expect(cardOnFile({ ...SOURCE, expiry_month: '07', expiry_year: '2031' })).toEqual(CARD);
    expect(cardOnFile({ ...SOURCE, issuer_country: null })).toEqual({ ...CARD, issuerCountry: null });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'src_1'],
    ['another kind', { ...SOURCE, type: 'knet' }],
    ['another scheme', { ...SOURCE, scheme: 'American Express' }],
    ['a wallet', { ...SOURCE, card_wallet_type: 'applepay' }],
    ['no id of a kept card', { ...SOURCE, id: 'tok_1' }],
    ['no print', { ...SOURCE, fingerprint: undefined }],
    ['no last digits', { ...SOURCE, last4: undefined }],
    ['more digits than the last four', { ...SOURCE, last4: '424242' }],
    ['no month', { ...SOURCE, expiry_month: 13 }],
    ['no year', { ...SOURCE, expiry_year: 31 }],
  ])('that is %s is no card to keep', (_what, source) => expect(cardOnFile(source)).toBeNull());
});
