import type { CheckoutComPayment } from './payment.ts';

/** All payments at Checkout.com, found by payment id, session id or the shop's reference. */
export interface PaymentBooks {
  add(payment: CheckoutComPayment): void;
  find(paymentOrSessionId: string): CheckoutComPayment | null;
  /** Newest first. */
  withReference(reference: string): readonly CheckoutComPayment[];
  all(): readonly CheckoutComPayment[];
  clear(): void;
}

export function createPaymentBooks(): PaymentBooks {
  const rows: CheckoutComPayment[] = [];
  const byId = new Map<string, CheckoutComPayment>();
  const byReference = new Map<string, readonly CheckoutComPayment[]>();
  return {
    add(payment) {
      rows.push(payment);
      byId.set(payment.id, payment).set(payment.sessionId, payment);
      const { reference } = payment;
      if (reference !== null) byReference.set(reference, [payment, ...(byReference.get(reference) ?? [])]);
    },
    find: (id) => byId.get(id) ?? null,
    withReference: (reference) => byReference.get(reference) ?? [],
    all: () => rows,
    clear() {
      rows.length = 0;
      byId.clear();
      byReference.clear();
    },
  };
}
