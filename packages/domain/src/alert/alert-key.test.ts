import { expect, it } from 'vitest';
import type { OrderId } from '../order/order.ts';
import { ALERT_KIND_NAMES, ALERT_KINDS } from './alert-kind.ts';
import { alertKey } from './alert-key.ts';

const orderId = '01970000-0000-7000-8000-000000000001' as OrderId;

it('[ALR-02] alerts raised by different webhooks have different keys, alerts raised by one webhook have one key', () => {
  const key = (notification: string) => alertKey('person-needed', { notification });
  expect(key('n1')).toEqual(key('n1'));
  expect(key('n1')).not.toEqual(key('n2'));
});

it('[ALR-02] an alert’s key stores the order or refund as its subject and the payment id beside it', () => {
  expect(alertKey('amount-mismatch', { orderId, providerPaymentId: 'pay_1' })).toEqual({
    subject: orderId,
    providerPaymentId: 'pay_1',
  });
  expect(alertKey('refund-refused', { refund: 'r1', providerPaymentId: 'pay_1' })).toEqual({
    subject: 'refund:r1',
    providerPaymentId: 'pay_1',
  });
  expect(alertKey('refund-failed', { refund: 'r1', providerPaymentId: null })).toEqual({
    subject: 'refund:r1',
    providerPaymentId: '',
  });
});

it('[ALR-02] a third amount for one payment raises a new alert, and so does a second provider that never answers', () => {
  const contradicted = (amount: string) =>
    alertKey('amount-contradicted', { orderId, providerPaymentId: 'pay_1', told: amount });
  expect(contradicted('5.00 USD')).not.toEqual(contradicted('6.00 USD'));
  const silent = (provider: 13 | 17) => alertKey('attempt-never-answered', { orderId, provider });
  expect(silent(13)).not.toEqual(silent(17));
});

it('[ALR-02] every alert kind has a key, and a kind about one webhook has the webhook in its key', () => {
  for (const kind of ALERT_KIND_NAMES) expect(ALERT_KINDS[kind].key.length).toBeGreaterThan(0);
  for (const kind of ['person-needed', 'unheard-of-event', 'unreadable-notification'] as const)
    expect(ALERT_KINDS[kind].key).toContain('webhook');
});

it('an alert key without the fields of its kind does not compile', () => {
  // @ts-expect-error the webhook is missing
  expect(() => alertKey('person-needed', { orderId })).not.toThrow();
  // @ts-expect-error the payment is missing
  expect(() => alertKey('amount-mismatch', { orderId })).not.toThrow();
});
