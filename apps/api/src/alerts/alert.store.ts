import type { AccountId, OrderId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

export type AlertKind =
  | 'amount-mismatch'
  | 'amount-contradicted'
  | 'late-confirmation'
  | 'second-payment'
  | 'refund-refused'
  | 'gems-taken-back'
  | 'partial-refund'
  | 'returned-before-delivery'
  | 'fine-without-ban'
  | 'unreadable-notification'
  | 'notification-without-order';

export interface Alert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly orderId: OrderId | null;
  readonly recipientId: AccountId | null;
  /** The payment it is about; null: the order as a whole. */
  readonly providerPaymentId: string | null;
  readonly detail: Record<string, string | number | null>;
  readonly at: Date;
}

/** True when it was raised now; the same alert of the same order and payment is raised once. */
export async function raiseAlert(tx: Tx, alert: Alert): Promise<boolean> {
  const rows = await tx`
    insert into alerts (id, kind, order_id, recipient_account_id, provider_payment_id, detail, raised_at)
    values (${alert.id}, ${alert.kind}, ${alert.orderId}, ${alert.recipientId},
      ${alert.providerPaymentId ?? ''}, ${tx.json(alert.detail)}, ${alert.at})
    on conflict (order_id, kind, provider_payment_id) where order_id is not null do nothing
    returning id`;
  return rows.length === 1;
}

export async function countOpenAlerts(db: Reader): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`select count(*)::int as count from alerts where closed_at is null`;
  return row?.count ?? 0;
}
