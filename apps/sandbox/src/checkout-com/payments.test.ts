import { describe, expect, it } from 'vitest';
import type { ScenarioKey } from '../scenarios.ts';
import { statusOf } from './payment.ts';
import type { PaymentEventType } from './payment-events.ts';
import { createPayments } from './payments.ts';

const CARD = {
  kind: 'card',
  scheme: 'Visa',
  bin: '424242',
  last4: '4242',
  expiryMonth: 12,
  expiryYear: 2030,
} as const;

function bench(scenario: ScenarioKey, isCapturedAtOnce = true) {
  const eventTypes: PaymentEventType[] = [];
  const payments = createPayments(
    () => 0,
    ({ type }) => eventTypes.push(type),
  );
  const payment = payments.open({
    card: { ...CARD, scenario },
    sourceId: 'src_1',
    paidFrom: 'new-card',
    amount: 999,
    currency: 'USD',
    reference: 'order',
    customerId: null,
    isCapturedAtOnce,
    successUrl: null,
    failureUrl: null,
  });
  return { payments, payment, eventTypes };
}

describe('a Checkout.com payment', () => {
  it('an approved Checkout.com payment stays captured when its bank’s check is reported as failed later', () => {
    const { payments, payment, eventTypes } = bench('challenge');
    payments.decide(payment);
    payments.failAuthentication(payment, '20151');
    payments.decide(payment);
    expect(statusOf(payment)).toBe('Captured');
    expect(payment.capturedAmount).toBe(999);
    expect(eventTypes).toEqual(['payment_approved', 'payment_captured']);
  });

  it('a Checkout.com payment that failed the bank’s check stays declined when it is decided later', () => {
    const { payments, payment, eventTypes } = bench('challenge');
    payments.failAuthentication(payment, '20151');
    payments.decide(payment);
    expect(statusOf(payment)).toBe('Declined');
    expect(eventTypes).toEqual(['payment_authentication_failed']);
  });

  it('a Checkout.com payment cannot be refunded for more than was captured', () => {
    const { payments, payment } = bench('approve');
    expect(payments.refund(payment, 1)).toBeNull();
    payments.decide(payment);
    expect(payments.refund(payment, 1_000)).toBeNull();
    expect(payments.refund(payment, 0)).toBeNull();
    expect(payments.refund(payment, 400)?.amount).toBe(400);
    expect(statusOf(payment)).toBe('Partially Refunded');
    expect(payments.refund(payment, 600)).toBeNull();
    expect(payments.refund(payment, 599)?.amount).toBe(599);
    expect(statusOf(payment)).toBe('Refunded');
  });

  it('a Checkout.com payment can be voided once, and only before it is captured', () => {
    const captured = bench('approve');
    captured.payments.decide(captured.payment);
    expect(captured.payments.void(captured.payment)).toBeNull();

    const { payments, payment, eventTypes } = bench('approve', false);
    expect(payments.void(payment)).toBeNull();
    payments.decide(payment);
    expect(statusOf(payment)).toBe('Authorized');
    expect(payments.void(payment)).not.toBeNull();
    expect(payments.void(payment)).toBeNull();
    expect(eventTypes).toEqual(['payment_approved', 'payment_voided']);
  });

  it('a Checkout.com payment is found by its payment id, session id and reference', () => {
    const { payments, payment } = bench('approve');
    expect(payments.find(payment.id)).toBe(payment);
    expect(payments.find(payment.sessionId)).toBe(payment);
    expect(payments.withReference('order')).toEqual([payment]);
    expect(payments.withReference('another')).toEqual([]);
  });
});
