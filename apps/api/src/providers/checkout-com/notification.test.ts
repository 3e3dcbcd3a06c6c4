import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readNotification, stepOfNotification } from './notification.ts';

const KEY = 'a-key-for-webhooks';
const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab';

function signed(body: string, signature = createHmac('sha256', KEY).update(body).digest('hex')) {
  return { headers: { 'cko-signature': signature }, body: Buffer.from(body) };
}

const event = (type: string, data: object = {}) =>
  JSON.stringify({
    id: 'evt_1',
    type,
    data: { id: 'pay_1', reference: ORDER, amount: 999, currency: 'USD', ...data },
  });

describe('reading a notification', () => {
  it('reads what is signed', () => {
    const reading = readNotification(signed(event('payment_captured')), KEY);
    expect(reading).toEqual({
      kind: 'read',
      eventId: 'evt_1',
      eventType: 'payment_captured',
      orderId: ORDER,
    });
  });

  it('a reference that is none of our order ids belongs to no order', () => {
    expect(readNotification(signed(event('payment_captured', { reference: 'x' })), KEY)).toMatchObject({
      orderId: null,
    });
    expect(readNotification(signed(event('payment_captured', { reference: null })), KEY)).toMatchObject({
      orderId: null,
    });
  });

  it.each(['{"not even":', '[]', '{"id":"evt_1"}', ''])('signed but not readable: %j', (body) => {
    expect(readNotification(signed(body), KEY)).toEqual({ kind: 'unreadable' });
  });

  it.each(['', 'ab', '0'.repeat(64), 'Z'.repeat(64)])('the signature %j is forged', (signature) => {
    expect(readNotification(signed(event('payment_captured'), signature), KEY)).toEqual({ kind: 'forged' });
  });

  it('two signatures are no signature', () => {
    const { headers, body } = signed(event('payment_captured'));
    const twice = { 'cko-signature': [headers['cko-signature'], headers['cko-signature']] };
    expect(readNotification({ headers: twice, body }, KEY)).toEqual({ kind: 'forged' });
  });
});

describe('what a notification decides', () => {
  it.each(['payment_approved', 'payment_captured'])('%s: paid, with what was taken', (type) => {
    const step = stepOfNotification(event(type));
    expect(step).toEqual({
      kind: 'paid',
      card: null,
      providerPaymentId: 'pay_1',
      amountMinorUnits: 999,
      currency: 'USD',
    });
  });

  it('an approval that does not say how much is not taken as paid', () => {
    expect(stepOfNotification(event('payment_captured', { amount: null }))?.kind).toBe('unknown');
    expect(stepOfNotification(event('payment_captured', { currency: null }))?.kind).toBe('unknown');
  });

  it('refusals carry the code of the bank, or say what they are', () => {
    const declined = stepOfNotification(event('payment_declined', { response_code: '20051' }));
    expect(declined).toEqual({
      kind: 'refused',
      providerPaymentId: 'pay_1',
      outcome: 'balance',
      code: '20051',
    });
    expect(stepOfNotification(event('payment_authentication_failed'))).toMatchObject({
      outcome: 'verify',
      code: '20151',
    });
    expect(stepOfNotification(event('payment_canceled'))).toMatchObject({
      outcome: 'other',
      code: 'payment_canceled',
    });
  });

  it('money that went back is named with its payment: a refund, or a dispute that names the payment beside itself', () => {
    const returned = (type: string, data: object) =>
      stepOfNotification(JSON.stringify({ id: 'evt_1', type, data }));
    expect(returned('payment_refunded', { id: 'pay_1', reference: 'r', amount: 499 })).toEqual({
      kind: 'returned',
      how: 'refund',
      providerPaymentId: 'pay_1',
      amountMinorUnits: 499,
    });
    expect(returned('dispute_received', { id: 'dsp_1', payment_id: 'pay_1' })).toEqual({
      kind: 'returned',
      how: 'chargeback',
      providerPaymentId: 'pay_1',
      amountMinorUnits: null,
    });
  });

  it.each(['payment_pending', 'payment_voided', 'dispute_won', 'constructor'])('%s decides nothing', (type) =>
    expect(stepOfNotification(event(type))).toBeNull(),
  );
});
