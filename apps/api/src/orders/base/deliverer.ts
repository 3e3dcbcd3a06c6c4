import type { OrderOnlyAlertKind, OrderPurpose } from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import type { StoredOrder } from '../store/order.store.ts';

/** Result of a delivery: the event to record, and an alert kind if an operator must look. */
export interface Delivery {
  readonly story: { readonly kind: string; readonly detail: Record<string, string | number | null> };
  readonly alert: OrderOnlyAlertKind | null;
}

/** Gives what an order is for, once, in the transaction that moves the order to its end. */
export type Deliverer = (tx: Tx, order: StoredOrder, at: Date) => Promise<Delivery>;

/** A deliverer for each thing that can be bought. Handed in, so that orders know neither gems nor fines. */
export type Deliverers = Readonly<Record<OrderPurpose, Deliverer>>;
