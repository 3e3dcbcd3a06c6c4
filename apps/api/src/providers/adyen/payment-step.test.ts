import type { CardSourceId, OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { cardOnFile, cardSeen, stepOfAnswer } from './payment-step.ts';

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

  it('a saved card that pays is not named again: it is the one that was sent', () => {
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

  it('is reported for a card that is not saved, under the fingerprint it has when it is', () => {
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
  ])('%s is reported as %s', (paymentMethod, scheme) => {
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

const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab' as OrderId;
const PAYMENT = {
  pspReference: 'PSP1',
  merchantReference: ORDER,
  amount: { currency: 'USD', value: 999 },
};
const step = (more: object, sourceId: CardSourceId | null = null) =>
  stepOfAnswer({ ...PAYMENT, ...more }, { orderId: ORDER, sourceId });

describe('a payment in our words', () => {
  it('[ORD-03] Authorised is paid', () => {
    expect(step({ resultCode: 'Authorised' })).toEqual({
      kind: 'paid',
      card: null,
      paidWith: null,
      providerPaymentId: 'PSP1',
      money: { currency: 'USD', minorUnits: 999 },
    });
  });

  it.each([
    ['its reference', { pspReference: undefined }],
    ['an amount', { amount: undefined }],
    ['its order', { merchantReference: undefined }],
    ['this order', { merchantReference: '0190a5b2-7c1e-7f00-8a00-000000000000' }],
  ])('a yes without %s is no yes', (_what, missing) => {
    expect(step({ resultCode: 'Authorised', ...missing }).kind).toBe('unknown');
  });

  it('a no about another order is no no', () => {
    expect(step({ resultCode: 'Refused', merchantReference: 'other' }).kind).toBe('unknown');
  });

  it.each([
    ['6', 'Expired Card', 'expire'],
    ['11', '3D Not Authenticated', 'verify'],
    ['12', 'Not enough balance', 'balance'],
    ['24', 'CVC Declined', 'verify'],
    ['2', 'Refused', 'other'],
    ['99', 'Something new', 'other'],
  ])('[ORD-04] refused with %s (%s) is %s', (refusalReasonCode, refusalReason, outcome) => {
    expect(step({ resultCode: 'Refused', refusalReasonCode, refusalReason })).toEqual({
      kind: 'refused',
      providerPaymentId: 'PSP1',
      outcome,
      code: refusalReasonCode,
    });
  });

  it('a refusal tells the first digits of its card, and its text or result stands for a missing code', () => {
    expect(step({ resultCode: 'Refused', additionalData: { cardBin: '411111' } })).toMatchObject({
      code: 'Refused',
      cardPrefix: '411111',
    });
    expect(step({ resultCode: 'Refused', refusalReason: 'NOT_ENOUGH_BALANCE' })).toMatchObject({
      code: '12',
      outcome: 'balance',
    });
    expect(step({ resultCode: 'Cancelled' })).toMatchObject({ kind: 'refused', code: 'Cancelled' });
    expect(step({ resultCode: 'Error' })).toMatchObject({ kind: 'refused', code: 'Error', outcome: 'other' });
  });

  it.each(['IdentifyShopper', 'ChallengeShopper'])(
    '[ORD-03] %s hands the action on whole, also before the payment has a name',
    (resultCode) => {
      const action = { type: 'threeDS2', subtype: 'x', token: 't', somethingNew: { deep: 1 } };
      const challengeStep = stepOfAnswer({ resultCode, action }, { orderId: ORDER, sourceId: null });
      expect(challengeStep).toEqual({
        kind: 'challenge',
        providerPaymentId: null,
        way: 'native',
        action: expect.any(String),
      });
      expect(JSON.parse((challengeStep as { action: string }).action)).toEqual(action);
    },
  );

  it('[ORD-03] RedirectShopper is the bank’s page; a form to post there is refused as not verified', () => {
    const url = 'https://bank.example/?pa=1';
    const redirect = (method: string) =>
      step({ resultCode: 'RedirectShopper', action: { type: 'redirect', method, url } });
    expect(redirect('GET')).toEqual({ kind: 'challenge', providerPaymentId: 'PSP1', way: 'frame', url });
    expect(redirect('POST')).toEqual({
      kind: 'refused',
      providerPaymentId: 'PSP1',
      outcome: 'verify',
      code: 'RedirectShopper',
    });
  });

  it.each([undefined, null, { type: 'qrCode' }, { type: 'redirect', method: 'GET', url: 'nowhere' }])(
    'an action that leads nowhere decides nothing: %j',
    (action) => expect(step({ resultCode: 'RedirectShopper', action }).kind).toBe('unknown'),
  );

  it.each(['Pending', 'Received', 'PresentToShopper'])('%s waits for its notification', (resultCode) => {
    expect(step({ resultCode })).toEqual({ kind: 'pending', providerPaymentId: 'PSP1' });
  });

  it.each(['PartiallyAuthorised', 'AuthenticationFinished', 'Something New', 'constructor', ''])(
    'the result %j decides nothing',
    (resultCode) => expect(step({ resultCode }).kind).toBe('unknown'),
  );
});
