import { describe, expect, it } from 'vitest';
import { stepOfAnswer } from './payment-step.ts';

const PAYMENT = { id: 'pay_1', amount: 999, currency: 'USD' };
const step = (more: object) => stepOfAnswer({ ...PAYMENT, ...more });

describe('a payment in our words', () => {
  it.each(['Authorized', 'Captured', 'Paid'])('%s is paid', (status) => {
    expect(step({ status })).toEqual({
      kind: 'paid',
      card: null,
      providerPaymentId: 'pay_1',
      amountMinorUnits: 999,
      currency: 'USD',
    });
  });

  it('part of the money is reported as that part', () => {
    const balances = { total_captured: 999, total_refunded: 400 };
    expect(step({ status: 'Partially Refunded', balances })).toMatchObject({
      kind: 'paid',
      amountMinorUnits: 599,
    });
    expect(step({ status: 'Partially Captured', balances: { total_captured: 500 } })).toMatchObject({
      amountMinorUnits: 500,
    });
    expect(step({ status: 'Partially Captured' })).toMatchObject({ amountMinorUnits: 0 });
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

  it.each(['Voided', 'Refunded', 'Canceled', 'Expired', 'Card Verified'])(
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
