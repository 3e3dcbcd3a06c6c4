import type { AdyenPayment } from './payment.ts';
import type { AdyenPaymentEvent } from './payment-event.ts';

interface Refund {
  readonly payment: AdyenPayment;
  readonly amount: number;
  hasFailed: boolean;
}

/** The refunds that were made, each stored under its reference. */
export function createRefunds(notify: (event: AdyenPaymentEvent) => void) {
  const refunds = new Map<string, Refund>();
  return {
    /** False: less than this amount is left to refund. */
    giveBack(payment: AdyenPayment, amount: number): boolean {
      const isLeft = amount > 0 && amount <= payment.capturedAmount - payment.refundedAmount;
      if (isLeft) payment.refundedAmount += amount;
      return isLeft;
    },
    remember(pspReference: string, payment: AdyenPayment, amount: number): void {
      refunds.set(pspReference, { payment, amount, hasFailed: false });
    },
    /** The card scheme rejects a refund afterwards; under the refund's reference. False: unknown, or has failed already. */
    fail(pspReference: string): boolean {
      const refund = refunds.get(pspReference);
      if (!refund || refund.hasFailed) return false;
      const { payment, amount } = refund;
      refund.hasFailed = true;
      payment.refundedAmount -= amount;
      // `success` is true, as at Adyen: it means that the failure of the refund took effect.
      const news = { code: 'REFUND_FAILED', isSuccess: true, reason: 'Refund Failed' } as const;
      notify({ ...news, payment, pspReference, amount, additionalData: {} });
      return true;
    },
    clear: () => refunds.clear(),
  };
}
