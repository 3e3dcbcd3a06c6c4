import { parse, readOrder, type OrderInfo } from '@jawhara/contract';
import {
  accountId,
  isOrderId,
  sorted,
  type AccountId,
  type OrderId,
  parseMailAddress,
  type MailAddress,
} from '@jawhara/domain';
import { whoIsHere } from './login.ts';
import { stored } from './stored.ts';

/** The number of orders that a device stores; older ones are dropped. */
export const STORED_ORDERS_MAX = 10;

/** An order of this device, with the state that the server last reported. */
export interface StoredOrder {
  readonly orderId: OrderId;
  /**
   * The account that was signed in when this device first saw the order; null: a visitor. Signing out removes the
   * account's orders (forget-login.ts).
   */
  readonly by: AccountId | null;
  /** Null until the server has reported the order once. */
  readonly seen: { readonly order: OrderInfo; readonly at: Date } | null;
}

function parseSeen(json: unknown, at: unknown): StoredOrder['seen'] {
  if (typeof at !== 'number' || !Number.isFinite(at)) return null;
  const reading = parse(readOrder.answer, json);
  return reading.kind === 'parsed' ? { order: reading.value, at: new Date(at) } : null;
}

/** An older build stored entries without this field: they are attributed to the current account or visitor. */
function parseBy(json: unknown): AccountId | null {
  if (json === null) return null;
  return typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? accountId(json) : whoIsHere();
}

function parseStored(json: unknown): StoredOrder | null {
  if (typeof json !== 'object' || json === null) return null;
  const { order_id: orderId, by, order, seen_at: seenAt } = json as Record<string, unknown>;
  if (typeof orderId !== 'string' || !isOrderId(orderId)) return null;
  return { orderId, by: parseBy(by), seen: parseSeen(order, seenAt) };
}

/** The orders of this device, newest first. A broken entry does not affect the others. */
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
    orders.map(({ orderId, by, seen }) => ({
      order_id: orderId,
      by,
      order: seen === null ? null : readOrder.answer.write(seen.order),
      seen_at: seen?.at.getTime() ?? null,
    })),
});

/** [ORD-22] The order that a mailed link shows in this window. It is not this device's, so it is not stored among its orders. */
export const storedLinkedOrder = stored<OrderId>(
  {
    key: 'linked_order',
    parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
    format: (id) => id,
  },
  () => globalThis.sessionStorage ?? null,
);

function put({ orderId, by, seen }: StoredOrder): void {
  if (storedLinkedOrder.read() === orderId) return;
  const others = (storedOrders.read() ?? []).filter((order) => order.orderId !== orderId);
  // Ids are ordered by time, so sorting by id puts the newest order first.
  const newestFirst = sorted([...others, { orderId, by, seen }], (a, b) => (a.orderId < b.orderId ? 1 : -1));
  storedOrders.write(newestFirst.slice(0, STORED_ORDERS_MAX));
}

const storedOrder = (orderId: OrderId): StoredOrder | undefined =>
  storedOrders.read()?.find((order) => order.orderId === orderId);

/** Stores an order as one of this device's as soon as it has an id, so that closing the page does not lose it. */
export function rememberOrderId(orderId: OrderId): void {
  if (storedOrder(orderId) === undefined) put({ orderId, by: whoIsHere(), seen: null });
}

/** Stores an order as the server has just reported it. A bank's address is valid for a moment only and is not stored. */
export function keepSeenOrder(order: OrderInfo, at: Date): void {
  const { orderId } = order;
  const by = storedOrder(orderId)?.by;
  put({
    orderId,
    by: by === undefined ? whoIsHere() : by,
    seen: { order: { ...order, challenge: null }, at },
  });
}

/** [ORD-19] Marks orders of this device as the account's, so that signing out removes them. */
export function moveOrdersTo(by: AccountId, orderIds: readonly OrderId[]): void {
  const all = storedOrders.read() ?? [];
  storedOrders.write(all.map((order) => (orderIds.includes(order.orderId) ? { ...order, by } : order)));
}

/**
 * The address for receipts, if the payer ticked that this device may remember it. Not in device.ts, which is in every first
 * load.
 */
export const storedMailAddress = stored<MailAddress>({
  key: 'mail_address',
  parse: (json) => (typeof json === 'string' ? parseMailAddress(json) : null),
  format: (address) => address,
});
