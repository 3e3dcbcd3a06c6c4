import { accountId } from '../../account/account.ts';
import type { Money } from '../../money.ts';
import type { OrderId } from '../../order/order.ts';
import { booksOf, type BookEntry, type OrderFacts, type ReturnFact } from '../../payment/order-books.ts';
import { newReturn, type ReturnHow, type ReturnStage } from '../../payment/payment-return.ts';
import type { OrderOnBooks } from '../compare-order.ts';
import type { AttemptOnBooks } from '../compare-payment.ts';
import type { LineMeaning } from '../report-line.ts';
import type { SettledLine } from '../finding.ts';

export const AT = new Date('2026-11-14T10:00:00Z');
export const NOW = new Date('2026-11-15T06:00:00Z');
const ORDER = '01890000-0000-7000-8000-000000000001' as OrderId;
export const usd = (minorUnits: number): Money => ({ currency: 'USD', minorUnits });
export const later = (ms: number): Date => new Date(AT.getTime() + ms);

export const PAID: AttemptOnBooks = {
  provider: 13,
  providerPaymentId: 'pay_1',
  state: 'paid',
  standing: 'kept',
  money: usd(999),
  createdAt: AT,
  paidAt: later(2_000),
};
export const UNPAID = { ...PAID, standing: null, money: null, paidAt: null } as const;

export function line(
  what: LineMeaning,
  money: Money = usd(999),
  more: Partial<SettledLine> = {},
): SettledLine {
  return { what, money, providerPaymentId: 'pay_1', at: later(1_000), isOfDay: true, ...more };
}

export function back(how: ReturnHow, stage: ReturnStage, money: Money | null = usd(999)): ReturnFact {
  const word = { returnId: `${how}-1`, how, stage, providerPaymentId: 'pay_1', money, fee: null };
  return { provider: 13, ...newReturn(word) };
}

export interface ReportedOrder {
  readonly attempts?: readonly AttemptOnBooks[];
  readonly returns?: readonly ReturnFact[];
  readonly isHonoured?: boolean;
  readonly purpose?: OrderFacts['purpose'];
  readonly gemsForgiven?: number;
  readonly isHeld?: boolean;
  readonly written?: (right: BookEntry[]) => BookEntry[];
}

/** An order whose ledger is correct, unless the argument says otherwise. */
export function order(reportedOrder: ReportedOrder = {}): OrderOnBooks {
  const {
    attempts = [PAID],
    returns = [],
    isHonoured = true,
    purpose = 'gems',
    gemsForgiven = 0,
  } = reportedOrder;
  const payments = attempts.flatMap(({ provider, providerPaymentId, money, standing }) =>
    providerPaymentId === null || money === null || standing === null
      ? []
      : [{ provider, providerPaymentId, money, standing }],
  );
  const facts: OrderFacts = {
    purpose,
    recipientId: accountId(7),
    gems: purpose === 'fine' ? 0 : 1060,
    gemsForgiven,
    gemsMoved: null,
    isHonoured,
    payments,
    returns,
  };
  const right = booksOf(facts);
  return {
    orderId: ORDER,
    isHeld: reportedOrder.isHeld ?? false,
    facts,
    attempts,
    written: reportedOrder.written?.(right) ?? right,
  };
}
