import type { CardSourceId, OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { stepOfAnswer } from './payment-step.ts';

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
      const asked = stepOfAnswer({ resultCode, action }, { orderId: ORDER, sourceId: null });
      expect(asked).toEqual({
        kind: 'challenge',
        providerPaymentId: null,
        way: 'native',
        action: expect.any(String),
      });
      expect(JSON.parse((asked as { action: string }).action)).toEqual(action);
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
