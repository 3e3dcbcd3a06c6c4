import { parse, readOrder, type OrderInfo } from '@jawhara/contract';
import { isOrderId, sorted, type OrderId } from '@jawhara/domain';
import { stored } from './stored.ts';

/** As many orders as "my orders" shows. */
export const STORED_ORDERS_MAX = 10;

/** An order of this device, with the state that the server last reported. */
export interface StoredOrder {
  readonly orderId: OrderId;
  /** Null until it has been read once. */
  readonly seen: { readonly order: OrderInfo; readonly at: Date } | null;
}

function parseSeen(json: unknown, at: unknown): StoredOrder['seen'] {
  if (typeof at !== 'number' || !Number.isFinite(at)) return null;
  const reading = parse(readOrder.answer, json);
  return reading.kind === 'parsed' ? { order: reading.value, at: new Date(at) } : null;
}

function parseStored(json: unknown): StoredOrder | null {
  if (typeof json !== 'object' || json === null) return null;
  const { order_id: orderId, order, seen_at: seenAt } = json as Record<string, unknown>;
  if (typeof orderId !== 'string' || !isOrderId(orderId)) return null;
  return { orderId, seen: parseSeen(order, seenAt) };
}

/** Newest first. A broken entry does not affect the others. */
export const storedOrders = stored<readonly StoredOrder[]>({
  key: 'orders',
  parse: (json) =>
    Array.isArray(json)
      ? json
          .map(parseStored)
          .filter((order) => order !== null)
          .slice(0, STORED_ORDERS_MAX)
      : null,
  format: (orders) =>
    orders.map(({ orderId, seen }) => ({
      order_id: orderId,
      order: seen === null ? null : readOrder.answer.write(seen.order),
      seen_at: seen?.at.getTime() ?? null,
    })),
});

function put(orderId: OrderId, seen: StoredOrder['seen']): void {
  const others = (storedOrders.read() ?? []).filter((order) => order.orderId !== orderId);
  // Ids are ordered by time, so sorting by id puts the newest order first.
  const newestFirst = sorted([...others, { orderId, seen }], (a, b) => (a.orderId < b.orderId ? 1 : -1));
  storedOrders.write(newestFirst.slice(0, STORED_ORDERS_MAX));
}

/** An order becomes one of this device's as soon as it has an id, whatever happens to the page. */
export function rememberOrderId(orderId: OrderId): void {
  const known = storedOrders.read()?.find((order) => order.orderId === orderId);
  if (known === undefined) put(orderId, null);
}

/** Stores an order as the server has just reported it. A bank's address is valid for a moment only and is not stored. */
export function keepSeenOrder(order: OrderInfo, at: Date): void {
  put(order.orderId, { order: { ...order, challenge: null }, at });
}
