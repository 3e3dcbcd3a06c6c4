import { newId } from './ids.ts';
import { amountOf, type Action, type CheckoutComPayment } from './payment.ts';
import type { PaymentBooks } from './payment-books.ts';
import type { CheckoutComPaymentEvent } from './payment-events.ts';

export const APPROVED = '10000';
const FAILED_AFTERWARDS = '50012';

export interface PaymentChanges {
  /** Null: less than this amount is left to refund. */
  refund(payment: CheckoutComPayment, amount: number, reference?: string | null): Action | null;
  /** The cardholder's bank rejects the refund afterwards. False: there is no such refund. */
  refundFails(actionId: string): boolean;
  /** The capture of an approved payment fails. False: nothing is captured, or some was refunded. */
  captureFails(payment: CheckoutComPayment): boolean;
  void(payment: CheckoutComPayment): Action | null;
}

/** Adds an action, such as a capture or a refund, to a payment. */
export function act(
  payment: CheckoutComPayment,
  what: Pick<Action, 'type' | 'amount' | 'responseCode' | 'processedAt'>,
  reference: string | null = payment.reference,
): Action {
  const action: Action = {
    ...what,
    id: newId('act'),
    approved: what.responseCode === APPROVED,
    reference,
  };
  payment.actions.push(action);
  return action;
}

function fail(action: Action): void {
  action.approved = false;
  action.responseCode = FAILED_AFTERWARDS;
}

/** Changes of a payment after it was approved. */
export function paymentChanges(
  books: PaymentBooks,
  now: () => number,
  notify: (event: CheckoutComPaymentEvent) => void,
): PaymentChanges {
  return {
    refund(payment, amount, reference = payment.reference) {
      const isLeft = amount > 0 && amount <= payment.capturedAmount - payment.refundedAmount;
      if (!isLeft) return null;
      payment.refundedAmount += amount;
      const what = { type: 'Refund', amount, responseCode: APPROVED, processedAt: now() } as const;
      const action = act(payment, what, reference);
      notify({ type: 'payment_refunded', payment, action });
      return action;
    },
    refundFails(actionId) {
      for (const payment of books.all()) {
        const action = payment.actions.find(({ id }) => id === actionId);
        if (action?.type !== 'Refund' || !action.approved) continue;
        fail(action);
        payment.refundedAmount -= action.amount;
        notify({ type: 'payment_refund_declined', payment, action });
        return true;
      }
      return false;
    },
    captureFails(payment) {
      const action = payment.actions.find(({ type, approved }) => type === 'Capture' && approved);
      if (!action || payment.refundedAmount > 0) return false;
      fail(action);
      payment.capturedAmount = 0;
      notify({ type: 'payment_capture_declined', payment, action });
      return true;
    },
    void(payment) {
      if (payment.standing !== 'approved' || payment.capturedAmount > 0 || payment.isVoided) return null;
      payment.isVoided = true;
      const amount = amountOf(payment);
      const what = { type: 'Void', amount, responseCode: APPROVED, processedAt: now() } as const;
      const action = act(payment, what);
      notify({ type: 'payment_voided', payment, action });
      return action;
    },
  };
}
