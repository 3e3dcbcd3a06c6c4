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

describe('the saved card in an Adyen answer', () => {
  it('a complete card in a payment answer is read as a saved card', () =>
    expect(cardOnFile(DATA, NOTHING)).toEqual(CARD));

  it('a saved card is read also from the older names of its fields, and with the payment’s brand', () => {
    const { paymentMethod: _brand, 'tokenization.storedPaymentMethodId': id, ...rest } = DATA;
    const older = { ...rest, expiryDate: '03/2030', 'recurring.recurringDetailReference': id };
    expect(cardOnFile(older, { ...NOTHING, brand: 'mc' })).toEqual({ ...CARD, scheme: 'mastercard' });
  });

  it('a payment with a saved card whose answer contains no card id is read with the card id that was sent', () => {
    const { 'tokenization.storedPaymentMethodId': _id, ...rest } = DATA;
    const sourceId = 'KEPT1' as CardSourceId;
    expect(cardOnFile(rest, { ...NOTHING, sourceId })).toEqual({ ...CARD, sourceId });
    expect(cardOnFile(rest, NOTHING)).toBeNull();
  });

  it('without Adyen’s alias a card’s fingerprint changes with number and date, and not with the way the date is written', () => {
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
  ])('a card in a payment answer with %s is not read as a saved card', (_what, data) =>
    expect(cardOnFile(data, NOTHING)).toBeNull(),
  );
});

describe('the card shown on the receipt of an Adyen payment', () => {
  const { 'tokenization.storedPaymentMethodId': _id, ...UNKEPT } = DATA;

  it('a card that is not saved has the fingerprint on the receipt that it would have when saved', () => {
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
  ])('the payment method %s is shown on the receipt as the card scheme %s', (paymentMethod, scheme) => {
    expect(cardSeen({ ...UNKEPT, paymentMethod }, null)).toMatchObject({ scheme, last4: '1111' });
  });

  it('the receipt shows a card by its last digits and brand, and shows no card when one of the two is missing', () => {
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

describe('the result of an Adyen payment', () => {
  it('[ORD-03] a payment answered Authorised is read as paid', () => {
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
    ['the right order', { merchantReference: '0190a5b2-7c1e-7f00-8a00-000000000000' }],
  ])('a payment answered Authorised without %s is read with an unknown result', (_what, missing) => {
    expect(step({ resultCode: 'Authorised', ...missing }).kind).toBe('unknown');
  });

  it('a payment answered Refused for another order is read with an unknown result', () => {
    expect(step({ resultCode: 'Refused', merchantReference: 'other' }).kind).toBe('unknown');
  });

  it.each([
    ['6', 'Expired Card', 'expire'],
    ['11', '3D Not Authenticated', 'verify'],
    ['12', 'Not enough balance', 'balance'],
    ['24', 'CVC Declined', 'verify'],
    ['2', 'Refused', 'other'],
    ['99', 'Something new', 'other'],
  ])(
    '[ORD-04] a payment refused with the code %s (%s) is read as %s',
    (refusalReasonCode, refusalReason, outcome) => {
      expect(step({ resultCode: 'Refused', refusalReasonCode, refusalReason })).toEqual({
        kind: 'refused',
        providerPaymentId: 'PSP1',
        outcome,
        code: refusalReasonCode,
      });
    },
  );

  it('a refusal without a code is read by its text or result, and has the card’s first digits where the answer contains them', () => {
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
    '[ORD-03] Adyen’s whole action after %s is passed on to the browser, even before the payment has an id',
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

  it('[ORD-03] RedirectShopper by GET is read as a challenge page; by POST it is refused as not verified', () => {
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
    'a payment answered with an action that cannot be followed is read with an unknown result: %j',
    (action) => expect(step({ resultCode: 'RedirectShopper', action }).kind).toBe('unknown'),
  );

  it.each(['Pending', 'Received', 'PresentToShopper'])(
    'a payment answered %s is read as pending',
    (resultCode) => {
      expect(step({ resultCode })).toEqual({ kind: 'pending', providerPaymentId: 'PSP1' });
    },
  );

  it.each(['PartiallyAuthorised', 'AuthenticationFinished', 'Something New', 'constructor', ''])(
    'a payment answered with the result %j is read with an unknown result',
    (resultCode) => expect(step({ resultCode }).kind).toBe('unknown'),
  );
});
