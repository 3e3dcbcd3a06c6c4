import type { Payment } from './payment.ts';

/** Every payment ever made here, found by either of its ids or by the shop's reference. */
export interface PaymentBooks {
  add(payment: Payment): void;
  find(paymentOrSessionId: string): Payment | null;
  /** Newest first. */
  withReference(reference: string): readonly Payment[];
  all(): readonly Payment[];
  clear(): void;
}

export function createPaymentBooks(): PaymentBooks {
  const rows: Payment[] = [];
  const byId = new Map<string, Payment>();
  const byReference = new Map<string, readonly Payment[]>();
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
