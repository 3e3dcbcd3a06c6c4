import type { Money } from '../money.ts';
import type { OrderId } from '../order/order.ts';
import type { BookRow } from './report-line.ts';

/** Differences that a provider's report and our books can have. */
export const FINDING_KINDS = [
  'missing credit',
  'double credit',
  'missing capture',
  'amount differs',
  'refund not taken back',
  'orphan payment',
  'wrong currency',
  'late confirmation',
  'dispute nobody told',
  'ledger not balanced',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** How much more the provider has than we, in one line of the table. Negative: we have more. */
export type Gap = { readonly row: BookRow; readonly money: Money };

export type Finding = {
  readonly kind: FindingKind;
  /** Null where no order of ours can be named. */
  readonly orderId: OrderId | null;
  readonly providerPaymentId: string | null;
  /** The provider's amount; null where it gives none. */
  readonly theirs: Money | null;
  readonly ours: Money | null;
  /** In plain words, what is seen. */
  readonly note: string;
  readonly gaps: readonly Gap[];
};
