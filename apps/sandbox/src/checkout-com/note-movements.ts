import type { Dispute } from '../world/disputes.ts';
import { movedBy, type Movement, type Movements } from '../world/movements.ts';
import { newId } from './ids.ts';
import type { CheckoutComPayment } from './payment.ts';
import type { CheckoutComPaymentEvent, PaymentEventType } from './payment-events.ts';

/** The movement of each event. Events that are not here move no money. */
const MOVED: Partial<Record<PaymentEventType, Movement['what']>> = {
  payment_captured: 'captured',
  payment_capture_declined: 'capture-failed',
  payment_refunded: 'refunded',
  payment_refund_declined: 'refund-failed',
};

const of = (payment: CheckoutComPayment) => ({
  paymentId: payment.id,
  reference: payment.reference,
  currency: payment.currency,
  method: payment.card.scheme.toUpperCase(),
});

/** Records every movement of money for the settlement report, also when its webhook is not sent. */
export function noteMovements(movements: Movements, now: () => number) {
  return {
    payment({ type, payment, action }: CheckoutComPaymentEvent): void {
      const what = MOVED[type];
      if (what === undefined) return;
      // In a report the later failure of a capture or refund is an action with an id of its own.
      const id = what === 'captured' || what === 'refunded' ? action.id : newId('act');
      movements.note({ ...of(payment), what, id, amount: action.amount, at: now() });
    },
    dispute(dispute: Dispute, payment: CheckoutComPayment): void {
      const what = movedBy(dispute);
      if (what === null) return;
      const { amount, currency } = dispute;
      movements.note({ ...of(payment), currency, what, id: newId('act'), amount, at: now() });
    },
  };
}
