import { SCENARIOS, type DeclineCode } from '../scenarios.ts';
import { newId } from './ids.ts';
import { amountOf, verdictOf, type Action, type PaidFrom, type Payment } from './payment.ts';
import { createPaymentBooks, type PaymentBooks } from './payment-books.ts';
import type { Card } from './tokens.ts';

export type PaymentEventType =
  | 'payment_approved'
  | 'payment_captured'
  | 'payment_declined'
  | 'payment_authentication_failed'
  | 'payment_refunded'
  | 'payment_voided';

/** Something happened to a payment; told to whoever listens, once. */
export interface PaymentEvent {
  readonly type: PaymentEventType;
  readonly payment: Payment;
  readonly action: Action;
}

export interface PaymentOrder {
  readonly card: Card;
  readonly sourceId: string;
  readonly paidFrom: PaidFrom;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly isCapturedAtOnce: boolean;
  readonly successUrl: string | null;
  readonly failureUrl: string | null;
}

export interface Payments extends PaymentBooks {
  open(order: PaymentOrder): Payment;
  /** Plays what the card's bank says. A payment that is decided stays decided. */
  decide(payment: Payment): void;
  failAuthentication(payment: Payment, code: '20151' | '20152'): void;
  refund(payment: Payment, amount: number): Action | null;
  void(payment: Payment): Action | null;
}

function newPayment({ amount, card, ...rest }: PaymentOrder, requestedAt: number): Payment {
  return {
    ...rest,
    id: newId('pay'),
    sessionId: newId('sid'),
    card,
    requestedAmount: amount,
    requestedAt,
    standing: SCENARIOS[card.scenario].authentication === 'challenge' ? 'asking' : 'pending',
    declineCode: null,
    capturedAmount: 0,
    refundedAmount: 0,
    isVoided: false,
    actions: [],
  };
}

export function createPayments(now: () => number, tell: (event: PaymentEvent) => void): Payments {
  const books = createPaymentBooks();

  function act(payment: Payment, type: Action['type'], amount: number, responseCode: string): Action {
    const approved = responseCode === '10000';
    const action: Action = { id: newId('act'), type, amount, approved, responseCode, processedAt: now() };
    payment.actions.push(action);
    return action;
  }

  function approve(payment: Payment): void {
    payment.standing = 'approved';
    const authorised = act(payment, 'Authorization', amountOf(payment), '10000');
    tell({ type: 'payment_approved', payment, action: authorised });
    if (!payment.isCapturedAtOnce) return;
    payment.capturedAmount = amountOf(payment);
    tell({
      type: 'payment_captured',
      payment,
      action: act(payment, 'Capture', payment.capturedAmount, '10000'),
    });
  }

  function decline(payment: Payment, code: DeclineCode): void {
    payment.standing = 'declined';
    payment.declineCode = code;
    const action = act(payment, 'Authorization', amountOf(payment), code);
    const isAuthentication = code === '20151' || code === '20152';
    tell({ type: isAuthentication ? 'payment_authentication_failed' : 'payment_declined', payment, action });
  }

  const isOpen = (payment: Payment): boolean =>
    payment.standing === 'asking' || payment.standing === 'pending';

  return {
    ...books,
    open(order) {
      const payment = newPayment(order, now());
      books.add(payment);
      return payment;
    },
    decide(payment) {
      if (!isOpen(payment)) return;
      const verdict = verdictOf(payment);
      if (verdict.says === 'yes') approve(payment);
      else decline(payment, verdict.code);
    },
    failAuthentication(payment, code) {
      if (payment.standing === 'asking') decline(payment, code);
    },
    refund(payment, amount) {
      const isLeft = amount > 0 && amount <= payment.capturedAmount - payment.refundedAmount;
      if (!isLeft) return null;
      payment.refundedAmount += amount;
      const action = act(payment, 'Refund', amount, '10000');
      tell({ type: 'payment_refunded', payment, action });
      return action;
    },
    void(payment) {
      if (payment.standing !== 'approved' || payment.capturedAmount > 0 || payment.isVoided) return null;
      payment.isVoided = true;
      const action = act(payment, 'Void', amountOf(payment), '10000');
      tell({ type: 'payment_voided', payment, action });
      return action;
    },
  };
}
