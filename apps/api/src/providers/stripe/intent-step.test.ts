import { expect, it } from 'vitest';
import { stepOfAnswer } from './intent-step.ts';
import { INTENT, ORDER } from './test/stripe-answering.ts';

const error = { code: 'card_declined', decline_code: 'expired_card', message: 'Your card has expired.' };

it.each([
  ['succeeded', { kind: 'paid', money: { currency: 'USD', minorUnits: 999 } }],
  ['processing', { kind: 'pending' }],
  ['requires_capture', { kind: 'pending' }],
  ['requires_confirmation', { kind: 'pending' }],
  ['requires_action', { kind: 'pending' }],
  ['requires_payment_method', { kind: 'refused', outcome: 'expire', code: 'expired_card' }],
  ['canceled', { kind: 'refused', outcome: 'other', code: 'abandoned' }],
  ['something_new', { kind: 'unknown' }],
  ['toString', { kind: 'unknown' }],
])('a Stripe payment with the status %s is read with its right result', (status, step) => {
  const intent = { ...INTENT, status, last_payment_error: error, cancellation_reason: 'abandoned' };
  expect(stepOfAnswer(intent, ORDER)).toMatchObject(step);
});

it('a Stripe payment that has had no card yet is read as pending', () => {
  expect(stepOfAnswer({ ...INTENT, status: 'requires_payment_method' }, ORDER)).toMatchObject({
    kind: 'pending',
  });
});

it('a refusal without a bank’s code is read with the error’s code, and without either with card_declined', () => {
  const failed = (last_payment_error: object) =>
    stepOfAnswer({ ...INTENT, status: 'requires_payment_method', last_payment_error }, ORDER);
  expect(failed({ code: 'incorrect_cvc', decline_code: '' })).toMatchObject({ code: 'incorrect_cvc' });
  expect(failed({})).toMatchObject({ code: 'card_declined', outcome: 'other' });
});
