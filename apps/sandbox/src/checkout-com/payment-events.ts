import type { Action, CheckoutComPayment } from './payment.ts';

export type PaymentEventType =
  | 'payment_approved'
  | 'payment_captured'
  | 'payment_declined'
  | 'payment_authentication_failed'
  | 'payment_capture_declined'
  | 'payment_refunded'
  | 'payment_refund_declined'
  | 'payment_voided';

/** An event of a payment, sent once to every listener. */
export interface CheckoutComPaymentEvent {
  readonly type: PaymentEventType;
  readonly payment: CheckoutComPayment;
  readonly action: Action;
}

/** Events about money that goes back: refunds, failed refunds, failed captures and voids. */
const RETURNS: readonly PaymentEventType[] = [
  'payment_capture_declined',
  'payment_refunded',
  'payment_refund_declined',
  'payment_voided',
];

export function isReturn({ type }: CheckoutComPaymentEvent): boolean {
  return RETURNS.includes(type);
}
