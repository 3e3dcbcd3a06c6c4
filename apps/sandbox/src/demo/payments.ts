import type { Dispute } from '../world/disputes.ts';
import { amountOf, newDemoId, REASONS, scenarioOf, type DemoPayment } from './payment.ts';

/** Money of a payment that went back to the payer: a refund or a dispute. */
export interface DemoReturn {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly stage: 'made' | 'failed' | Dispute['stage'];
  readonly amount: number;
  readonly currency: string;
}

interface Refund {
  readonly id: string;
  readonly payment: DemoPayment;
  readonly amount: number;
  hasFailed: boolean;
}

export type TellDemo = (payment: DemoPayment, type: string, returned?: DemoReturn) => void;

export type DemoPayments = ReturnType<typeof createDemoPayments>;

function returnOf({ id, payment, amount, hasFailed }: Refund): DemoReturn {
  return { id, kind: 'refund', stage: hasFailed ? 'failed' : 'made', amount, currency: payment.currency };
}

/** All payments at this provider, and every operation on one of them. */
export function createDemoPayments(notify: TellDemo) {
  const rows = new Map<string, DemoPayment>();
  const refunds = new Map<string, Refund>();
  return {
    add: (payment: DemoPayment): void => void rows.set(payment.id, payment),
    find: (id: string): DemoPayment | null => rows.get(id) ?? null,
    withReference: (reference: string): readonly DemoPayment[] =>
      [...rows.values()].filter((payment) => payment.reference === reference),
    all: (): readonly DemoPayment[] => [...rows.values()],
    refundsOf: (payment: DemoPayment): readonly DemoReturn[] =>
      [...refunds.values()].filter((refund) => refund.payment === payment).map(returnOf),
    /** Approves or refuses the payment as its test card demands. Does nothing if it is decided already. */
    decide(payment: DemoPayment): void {
      if (payment.status !== 'pending') return;
      const { verdict } = scenarioOf(payment);
      payment.status = verdict.says === 'yes' ? 'paid' : 'refused';
      payment.reason = verdict.says === 'yes' ? null : REASONS[verdict.code];
      payment.captured = payment.status === 'paid' ? amountOf(payment) : 0;
      notify(payment, `payment.${payment.status}`);
    },
    /** Returns the refund's id; null if less than this amount is left to refund. */
    refund(payment: DemoPayment, amount: number): string | null {
      if (amount < 1 || amount > payment.captured - payment.refunded) return null;
      payment.refunded += amount;
      const refund = { id: newDemoId('dref'), payment, amount, hasFailed: false };
      refunds.set(refund.id, refund);
      notify(payment, 'refund.made', returnOf(refund));
      return refund.id;
    },
    /** The bank rejects the refund afterwards. False: no such refund, or it has failed before. */
    refundFails(id: string): boolean {
      const refund = refunds.get(id);
      if (!refund || refund.hasFailed) return false;
      refund.hasFailed = true;
      refund.payment.refunded -= refund.amount;
      notify(refund.payment, 'refund.failed', returnOf(refund));
      return true;
    },
    clear(): void {
      rows.clear();
      refunds.clear();
    },
  };
}
