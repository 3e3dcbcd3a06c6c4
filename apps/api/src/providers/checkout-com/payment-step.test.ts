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

describe('the saved card in a Checkout.com answer', () => {
  it('a complete card in a payment answer is read as a saved card', () =>
    expect(cardOnFile(SOURCE)).toEqual(CARD));

  it('a saved card is read from the differing field names of answers, webhooks and searches', () => {
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
  ])('a card in a payment answer with %s is not read as a saved card', (_what, source) =>
    expect(cardOnFile(source)).toBeNull(),
  );
});

const PAYMENT = { id: 'pay_1', amount: 999, currency: 'USD' };
const step = (more: object) => stepOfAnswer({ ...PAYMENT, ...more });

describe('the result of a Checkout.com payment', () => {
  it.each(['Authorized', 'Captured', 'Paid'])('a payment with the status %s is read as paid', (status) => {
    expect(step({ status })).toEqual({
      kind: 'paid',
      card: null,
      paidWith: null,
      providerPaymentId: 'pay_1',
      money: { currency: 'USD', minorUnits: 999 },
    });
  });

  it.each(['Partially Refunded', 'Refunded', 'Voided'])(
    '[ORD-16] a payment with the status %s is read as paid with its whole captured amount',
    (status) => {
      const balances = { total_captured: 999, total_refunded: 400 };
      expect(step({ status, balances, response_code: '10000' })).toMatchObject({
        kind: 'paid',
        money: { currency: 'USD', minorUnits: 999 },
      });
    },
  );

  it('a partly captured payment is read as paid with the captured part', () => {
    const part = (more: object) => step({ status: 'Partially Captured', ...more });
    expect(part({ balances: { total_captured: 500 } })).toMatchObject({ money: { minorUnits: 500 } });
    expect(part({})).toMatchObject({ money: { minorUnits: 0 } });
  });

  it('[CRD-10] a payment is read with its card for the receipt, also where the card is not saved', () => {
    const source = { type: 'card', scheme: 'Mada', last4: '4242' };
    expect(step({ status: 'Captured', source })).toMatchObject({
      card: null,
      paidWith: { scheme: 'mada', last4: '4242', fingerprint: null },
    });
  });

  it.each(['Pending', 'Requested', 'Retry Scheduled', 'Active', 'Authentication Requested'])(
    'a payment with the status %s is a challenge if the answer has a redirect address, and otherwise pending',
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

  it('a declined payment is read with its decline code and outcome', () => {
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
  ])(
    'a declined payment with the first digits %j is read with them only where they have the right form',
    (bin, cardFields) => {
      expect(step({ status: 'Declined', response_code: '20051', source: { bin } })).toEqual({
        kind: 'refused',
        providerPaymentId: 'pay_1',
        outcome: 'balance',
        code: '20051',
        ...cardFields,
      });
    },
  );

  it('a declined payment is read with its card’s scheme and last four digits, without the fingerprint', () => {
    const source = { scheme: 'visa', last4: '3670', fingerprint: 'print', bin: '454424' };
    expect(step({ status: 'Declined', response_code: '20051', source })).toMatchObject({
      refusedWith: { scheme: 'visa', last4: '3670' },
    });
    expect(JSON.stringify(step({ status: 'Declined', response_code: '20051', source }))).not.toContain(
      'print',
    );
  });

  it('an answer whose id is not a payment id is read with an unknown result', () => {
    expect(step({ status: 'Captured', id: 'sid_1' })).toEqual({ kind: 'unknown', why: 'unreadable answer' });
  });

  it.each(['Canceled', 'Expired', 'Card Verified'])(
    'a payment with the status %s is read as refused, although its response code means approved',
    (status) =>
      expect(step({ status, response_code: '10000' })).toMatchObject({
        kind: 'refused',
        outcome: 'other',
        code: status,
      }),
  );

  it.each(['Something New', 'constructor', ''])(
    'a payment with the unknown status %j is read with an unknown result',
    (status) => {
      expect(step({ status }).kind).toBe('unknown');
    },
  );
});
