import { SCENARIOS, type DeclineCode } from '../scenarios.ts';
import { newId } from './ids.ts';
import { amountOf, verdictOf, type PaidFrom, type CheckoutComPayment } from './payment.ts';
import { createPaymentBooks, type PaymentBooks } from './payment-books.ts';
import { act, APPROVED, paymentChanges, type PaymentChanges } from './payment-changes.ts';
import type { CheckoutComPaymentEvent } from './payment-events.ts';
import type { CheckoutComCard } from './tokens.ts';

export interface CheckoutComPaymentOrder {
  readonly card: CheckoutComCard;
  readonly sourceId: string | null;
  readonly paidFrom: PaidFrom;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly customerId: string | null;
  readonly isCapturedAtOnce: boolean;
  readonly successUrl: string | null;
  readonly failureUrl: string | null;
}

export interface CheckoutComPayments extends PaymentBooks, PaymentChanges {
  open(order: CheckoutComPaymentOrder): CheckoutComPayment;
  /** Approves or declines the payment as its test card demands. Does nothing if it is decided already. */
  decide(payment: CheckoutComPayment): void;
  failAuthentication(payment: CheckoutComPayment, code: '20151' | '20152'): void;
}

function newPayment(
  { amount, card, ...rest }: CheckoutComPaymentOrder,
  requestedAt: number,
): CheckoutComPayment {
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

export function createPayments(
  now: () => number,
  notify: (event: CheckoutComPaymentEvent) => void,
): CheckoutComPayments {
  const books = createPaymentBooks();

  function approve(payment: CheckoutComPayment): void {
    payment.standing = 'approved';
    const done = { amount: amountOf(payment), responseCode: APPROVED, processedAt: now() };
    const authorised = act(payment, { ...done, type: 'Authorization' });
    notify({ type: 'payment_approved', payment, action: authorised });
    if (!payment.isCapturedAtOnce) return;
    payment.capturedAmount = done.amount;
    notify({ type: 'payment_captured', payment, action: act(payment, { ...done, type: 'Capture' }) });
  }

  function decline(payment: CheckoutComPayment, code: DeclineCode): void {
    payment.standing = 'declined';
    payment.declineCode = code;
    const done = { amount: amountOf(payment), responseCode: code, processedAt: now() };
    const action = act(payment, { ...done, type: 'Authorization' });
    const isAuthentication = code === '20151' || code === '20152';
    notify({
      type: isAuthentication ? 'payment_authentication_failed' : 'payment_declined',
      payment,
      action,
    });
  }

  const isOpen = (payment: CheckoutComPayment): boolean =>
    payment.standing === 'asking' || payment.standing === 'pending';

  return {
    ...books,
    ...paymentChanges(books, now, notify),
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
  };
}
