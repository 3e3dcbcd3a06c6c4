import { newReference } from './ids.ts';
import { isOpen, type AdyenPayment } from './payment.ts';
import type { AdyenPaymentEvent } from './payment-event.ts';
import { createRefunds } from './refunds.ts';

type Change = Pick<AdyenPaymentEvent, 'code' | 'isSuccess' | 'amount'> &
  Partial<Pick<AdyenPaymentEvent, 'reason' | 'additionalData'>>;

/** Cancels a payment that is not captured yet: the bank's check ends, and no money is taken. */
function callOff(payment: AdyenPayment): boolean {
  if (!isOpen(payment)) return false;
  payment.standing = 'cancelled';
  payment.refusalCode = '15';
  return true;
}

/** Refunds, cancels and other changes of a payment after it was requested. Each has a reference of its own. */
export function paymentChanges(notify: (event: AdyenPaymentEvent) => void) {
  const refunds = createRefunds(notify);

  /** A change to a payment has a reference of its own. */
  function change(payment: AdyenPayment, what: Change): string {
    const pspReference = newReference();
    notify({ reason: '', additionalData: {}, ...what, payment, pspReference });
    return pspReference;
  }

  return {
    refund(payment: AdyenPayment, amount: number): string {
      const isSuccess = refunds.giveBack(payment, amount);
      const pspReference = change(payment, { code: 'REFUND', isSuccess, amount });
      if (isSuccess) refunds.remember(pspReference, payment, amount);
      return pspReference;
    },
    cancel: (payment: AdyenPayment): string =>
      change(payment, { code: 'CANCELLATION', isSuccess: callOff(payment), amount: payment.requestedAmount }),
    technicalCancel: (payment: AdyenPayment): string =>
      change(payment, {
        code: 'TECHNICAL_CANCEL',
        isSuccess: callOff(payment),
        amount: payment.requestedAmount,
      }),
    /** Cancels a payment that is not captured, or refunds all that is left of a captured one. */
    reverse(payment: AdyenPayment): string {
      const isCancelled = callOff(payment);
      const left = payment.capturedAmount - payment.refundedAmount;
      const isRefunded = !isCancelled && refunds.giveBack(payment, left);
      const pspReference = change(payment, {
        code: 'CANCEL_OR_REFUND',
        isSuccess: isCancelled || isRefunded,
        amount: isCancelled ? payment.requestedAmount : left,
        additionalData: { 'modification.action': isCancelled ? 'cancel' : 'refund' },
      });
      if (isRefunded) refunds.remember(pspReference, payment, left);
      return pspReference;
    },
    refundFails: refunds.fail,
    /** The card scheme rejects the capture, so the shop gets no money. False: nothing is captured, or some was refunded. */
    captureFails(payment: AdyenPayment): boolean {
      const amount = payment.capturedAmount;
      if (amount === 0 || payment.refundedAmount > 0) return false;
      payment.capturedAmount = 0;
      change(payment, { code: 'CAPTURE_FAILED', isSuccess: true, amount, reason: 'Capture Failed' });
      return true;
    },
    forgetRefunds: refunds.clear,
  };
}
