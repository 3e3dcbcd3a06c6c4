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

/** Something happened to a payment; told to whoever listens, once. */
export interface CheckoutComPaymentEvent {
  readonly type: PaymentEventType;
  readonly payment: CheckoutComPayment;
  readonly action: Action;
}

/** Those that say that money which was the shop's, or was held for it, is not. */
const RETURNS: readonly PaymentEventType[] = [
  'payment_capture_declined',
  'payment_refunded',
  'payment_refund_declined',
  'payment_voided',
];

export function isReturn({ type }: CheckoutComPaymentEvent): boolean {
  return RETURNS.includes(type);
}
