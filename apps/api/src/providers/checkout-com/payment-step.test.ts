import { describe, expect, it } from 'vitest';
import { cardOnFile, stepOfAnswer } from './payment-step.ts';

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

const PAYMENT = { id: 'pay_1', amount: 999, currency: 'USD' };
const step = (more: object) => stepOfAnswer({ ...PAYMENT, ...more });

describe('a payment in our words', () => {
  it.each(['Authorized', 'Captured', 'Paid'])('%s is paid', (status) => {
    expect(step({ status })).toEqual({
      kind: 'paid',
      card: null,
      paidWith: null,
      providerPaymentId: 'pay_1',
      money: { currency: 'USD', minorUnits: 999 },
    });
  });

  it.each(['Partially Refunded', 'Refunded', 'Voided'])(
    '[ORD-16] %s is paid with all that was taken: what went back is reported beside it',
    (status) => {
      const balances = { total_captured: 999, total_refunded: 400 };
      expect(step({ status, balances, response_code: '10000' })).toMatchObject({
        kind: 'paid',
        money: { currency: 'USD', minorUnits: 999 },
      });
    },
  );

  it('part of the money is reported as that part', () => {
    const part = (more: object) => step({ status: 'Partially Captured', ...more });
    expect(part({ balances: { total_captured: 500 } })).toMatchObject({ money: { minorUnits: 500 } });
    expect(part({})).toMatchObject({ money: { minorUnits: 0 } });
  });

  it('[CRD-10] says what it was paid with, also where the card is not saved', () => {
    const source = { type: 'card', scheme: 'Mada', last4: '4242' };
    expect(step({ status: 'Captured', source })).toMatchObject({
      card: null,
      paidWith: { scheme: 'mada', last4: '4242', fingerprint: null },
    });
  });

  it.each(['Pending', 'Requested', 'Retry Scheduled', 'Active', 'Authentication Requested'])(
    '%s with an address is a challenge, without one it is pending',
    (status) => {
      const url = 'https://bank.example/sid_1';
      expect(step({ status, _links: { redirect: { href: url } } })).toEqual({
        kind: 'challenge',
        way: 'frame',
        providerPaymentId: 'pay_1',
        url,
      });
      expect(step({ status, _links: {} })).toEqual({ kind: 'pending', providerPaymentId: 'pay_1' });
    },
  );

  it('a decline carries its code and outcome', () => {
    expect(step({ status: 'Declined', response_code: '20051' })).toEqual({
      kind: 'refused',
      providerPaymentId: 'pay_1',
      outcome: 'balance',
      code: '20051',
    });
  });

  it.each([
    ['424242', { cardPrefix: '424242' }],
    ['42424242', { cardPrefix: '42424242' }],
    ['42424', {}],
    ['424242424', {}],
    ['x424242', {}],
    ['424242x', {}],
    [undefined, {}],
  ])('a decline tells the prefix %j of its card where it has the form of one', (bin, cardFields) => {
    expect(step({ status: 'Declined', response_code: '20051', source: { bin } })).toEqual({
      kind: 'refused',
      providerPaymentId: 'pay_1',
      outcome: 'balance',
      code: '20051',
      ...cardFields,
    });
  });

  it('a decline names its card by scheme and last four digits, and by nothing else', () => {
    const source = { scheme: 'visa', last4: '3670', fingerprint: 'print', bin: '454424' };
    expect(step({ status: 'Declined', response_code: '20051', source })).toMatchObject({
      refusedWith: { scheme: 'visa', last4: '3670' },
    });
    expect(JSON.stringify(step({ status: 'Declined', response_code: '20051', source }))).not.toContain(
      'print',
    );
  });

  it('an answer about something that is no payment decides nothing', () => {
    expect(step({ status: 'Captured', id: 'sid_1' })).toEqual({ kind: 'unknown', why: 'unreadable answer' });
  });

  it.each(['Canceled', 'Expired', 'Card Verified'])(
    '%s is refused, even though it was approved once',
    (status) =>
      expect(step({ status, response_code: '10000' })).toMatchObject({
        kind: 'refused',
        outcome: 'other',
        code: status,
      }),
  );

  it.each(['Something New', 'constructor', ''])('a status we do not know (%j) decides nothing', (status) => {
    expect(step({ status }).kind).toBe('unknown');
  });
});
