import type { Dispute } from '../world/disputes.ts';
import { movedBy, type Movement, type Movements } from '../world/movements.ts';
import { newReference } from './ids.ts';
import type { AdyenPayment } from './payment.ts';
import type { AdyenPaymentEvent } from './payment-event.ts';

function moved({ code, isSuccess, additionalData }: AdyenPaymentEvent): Movement['what'] | null {
  if (!isSuccess) return null;
  if (code === 'AUTHORISATION') return 'captured';
  if (code === 'CAPTURE_FAILED') return 'capture-failed';
  if (code === 'REFUND') return 'refunded';
  if (code === 'REFUND_FAILED') return 'refund-failed';
  return code === 'CANCEL_OR_REFUND' && additionalData['modification.action'] === 'refund'
    ? 'refunded'
    : null;
}

const of = (payment: AdyenPayment) => ({
  paymentId: payment.pspReference,
  reference: payment.reference,
  method: payment.card.brand,
});

/** Records every movement of money for the settlement report, also when its webhook is not sent. */
export function noteMovements(movements: Movements, now: () => number) {
  return {
    payment(event: AdyenPaymentEvent): void {
      const { payment, pspReference, amount } = event;
      const what = moved(event);
      if (what === null) return;
      // Capture follows at once, under a reference of its own that no answer or webhook contains.
      const id = what === 'captured' ? newReference() : pspReference;
      movements.note({ ...of(payment), what, id, amount, currency: payment.currency, at: now() });
    },
    /** All movements of one dispute have the dispute's reference. */
    dispute(dispute: Dispute, payment: AdyenPayment): void {
      const what = movedBy(dispute);
      if (what === null) return;
      const { id, amount, currency } = dispute;
      movements.note({ ...of(payment), what, id, amount, currency, at: now() });
    },
  };
}
