import type { OrderId, OrderOnlyAlertKind, OrderPurpose } from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import type { StoredOrder } from '../store/order.store.ts';

/** Result of a delivery: the event to record, and an alert kind if an operator must look. */
export type Delivery = {
  readonly story: { readonly kind: string; readonly detail: Record<string, string | number | null> };
  readonly alert: OrderOnlyAlertKind | null;
};

/**
 * A remote service's answer about one delivery. `unknown`: no answer, or one that cannot be believed; the same key is sent again.
 * `refused`: nothing was delivered, and nothing will be for this request.
 */
export type DeliveryAnswer =
  | ({ readonly kind: 'delivered' } & Delivery)
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'refused'; readonly code: string };

/** Delivers in the transaction that moves the order to delivered, so that both happen or neither. */
export interface LocalDeliverer {
  readonly where: 'database';
  deliver(tx: Tx, order: StoredOrder, at: Date): Promise<Delivery>;
}

/** Delivers by a call. The service must deliver once per key, however often it is called. */
export interface RemoteDeliverer {
  readonly where: 'remote';
  deliver(order: StoredOrder, key: string): Promise<DeliveryAnswer>;
}

/** A deliverer for each kind of purchase. Passed in, so that orders know neither gems nor fines. */
export type Deliverers = Readonly<Record<OrderPurpose, LocalDeliverer | RemoteDeliverer>>;

/** An order is delivered under one key for ever: a delivery that is repeated after a crash or a won dispute uses it again. */
export function deliveryKey(orderId: OrderId): string {
  return `delivery-${orderId}`;
}
