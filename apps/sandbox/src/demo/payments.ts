import type { Dispute } from '../world/disputes.ts';
import { amountOf, newDemoId, REASONS, scenarioOf, type DemoPayment } from './payment.ts';

/** Money that left a payment again. */
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

/** The provider's books, with every operation on a row. */
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
    /** Decides as the bank does. A payment that is decided stays decided. */
    decide(payment: DemoPayment): void {
      if (payment.status !== 'pending') return;
      const { verdict } = scenarioOf(payment);
      payment.status = verdict.says === 'yes' ? 'paid' : 'refused';
      payment.reason = verdict.says === 'yes' ? null : REASONS[verdict.code];
      payment.captured = payment.status === 'paid' ? amountOf(payment) : 0;
      notify(payment, `payment.${payment.status}`);
    },
    /** The refund's id; null if not so much is left. */
    refund(payment: DemoPayment, amount: number): string | null {
      if (amount < 1 || amount > payment.captured - payment.refunded) return null;
      payment.refunded += amount;
      const refund = { id: newDemoId('dref'), payment, amount, hasFailed: false };
      refunds.set(refund.id, refund);
      notify(payment, 'refund.made', returnOf(refund));
      return refund.id;
    },
    /** The bank rejects the refund afterwards. False: there is no such refund. */
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
