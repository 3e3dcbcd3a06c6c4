import type { AdyenPayment } from './payment.ts';
import type { AdyenPaymentEvent } from './payment-event.ts';

interface Refund {
  readonly payment: AdyenPayment;
  readonly amount: number;
  hasFailed: boolean;
}

/** The refunds that were made, by their references. */
export function createRefunds(notify: (event: AdyenPaymentEvent) => void) {
  const refunds = new Map<string, Refund>();
  return {
    /** False: not so much is left. */
    giveBack(payment: AdyenPayment, amount: number): boolean {
      const isLeft = amount > 0 && amount <= payment.capturedAmount - payment.refundedAmount;
      if (isLeft) payment.refundedAmount += amount;
      return isLeft;
    },
    remember(pspReference: string, payment: AdyenPayment, amount: number): void {
      refunds.set(pspReference, { payment, amount, hasFailed: false });
    },
    /** The scheme did not take it after all, days later: told under the refund's own reference. False: no such refund stands. */
    fail(pspReference: string): boolean {
      const refund = refunds.get(pspReference);
      if (!refund || refund.hasFailed) return false;
      const { payment, amount } = refund;
      refund.hasFailed = true;
      payment.refundedAmount -= amount;
      // The event reports success, as at the provider: the failure took effect.
      const news = { code: 'REFUND_FAILED', isSuccess: true, reason: 'Refund Failed' } as const;
      notify({ ...news, payment, pspReference, amount, additionalData: {} });
      return true;
    },
    clear: () => refunds.clear(),
  };
}
