import { newReference } from './ids.ts';
import { isOpen, type Payment } from './payment.ts';

type EventCode =
  | 'AUTHORISATION'
  | 'REFUND'
  | 'CANCELLATION'
  | 'TECHNICAL_CANCEL'
  | 'CANCEL_OR_REFUND'
  | 'CHARGEBACK';

/** Something happened to a payment; told to whoever listens, once. */
export interface PaymentEvent {
  readonly code: EventCode;
  readonly payment: Payment;
  /** The payment's own reference, or that of the change to it. */
  readonly pspReference: string;
  readonly isSuccess: boolean;
  readonly amount: number;
  readonly reason: string;
  readonly additionalData: Readonly<Record<string, string>>;
}

type Change = Pick<PaymentEvent, 'code' | 'isSuccess' | 'amount'> &
  Partial<Pick<PaymentEvent, 'reason' | 'additionalData'>>;

/** What may be done to a payment after it was asked for. Each answers with the reference of the change. */
export function paymentChanges(tell: (event: PaymentEvent) => void) {
  /** A change to a payment has a reference of its own. */
  function change(payment: Payment, what: Change): string {
    const pspReference = newReference();
    tell({ reason: '', additionalData: {}, ...what, payment, pspReference });
    return pspReference;
  }

  function giveBack(payment: Payment, amount: number): boolean {
    const isLeft = amount > 0 && amount <= payment.capturedAmount - payment.refundedAmount;
    if (isLeft) payment.refundedAmount += amount;
    return isLeft;
  }

  /** What has been captured cannot be cancelled any more. The bank is asked no further and nothing is taken. */
  function callOff(payment: Payment): boolean {
    if (!isOpen(payment)) return false;
    payment.standing = 'cancelled';
    payment.refusalCode = '15';
    return true;
  }

  return {
    refund: (payment: Payment, amount: number): string =>
      change(payment, { code: 'REFUND', isSuccess: giveBack(payment, amount), amount }),
    cancel: (payment: Payment): string =>
      change(payment, { code: 'CANCELLATION', isSuccess: callOff(payment), amount: payment.requestedAmount }),
    technicalCancel: (payment: Payment): string =>
      change(payment, {
        code: 'TECHNICAL_CANCEL',
        isSuccess: callOff(payment),
        amount: payment.requestedAmount,
      }),
    /** Cancels what is not captured, gives back the rest. */
    reverse(payment: Payment): string {
      const isCancelled = callOff(payment);
      const left = payment.capturedAmount - payment.refundedAmount;
      return change(payment, {
        code: 'CANCEL_OR_REFUND',
        isSuccess: isCancelled || giveBack(payment, left),
        amount: isCancelled ? payment.requestedAmount : left,
        additionalData: { 'modification.action': isCancelled ? 'cancel' : 'refund' },
      });
    },
    chargeBack(payment: Payment): string {
      payment.isChargedBack = true;
      const amount = payment.capturedAmount;
      return change(payment, {
        code: 'CHARGEBACK',
        isSuccess: true,
        amount,
        reason: 'Fraudulent transaction',
      });
    },
  };
}
