import type { OrderId, Purchase } from '@jawhara/domain';

/** [ORD-20] For repeated purchases: to which repeats the payer has agreed on this page, and which orders this page has placed. */
export interface RepeatConsents {
  /** The payer agrees to buy these goods again, although the orders up to `repeatOf` contain them. */
  readonly confirm: (goods: Purchase, repeatOf: OrderId) => void;
  /** The order up to which the payer agreed to repeat these goods; null without consent. */
  readonly find: (goods: Purchase) => OrderId | null;
  readonly notePlaced: (orderId: OrderId) => void;
  readonly isPlacedHere: (orderId: OrderId) => boolean;
}

const keyOf = ({ priceUsdCents, recipientId }: Purchase): string => `${priceUsdCents} ${recipientId}`;

/** Lives as long as the page. A consent needs no expiry, because it does not cover orders that were placed after it. */
export function createRepeatConsents(): RepeatConsents {
  const confirmed = new Map<string, OrderId>();
  const placed = new Set<OrderId>();
  return {
    confirm: (goods, repeatOf) => void confirmed.set(keyOf(goods), repeatOf),
    find: (goods) => confirmed.get(keyOf(goods)) ?? null,
    notePlaced: (orderId) => void placed.add(orderId),
    isPlacedHere: (orderId) => placed.has(orderId),
  };
}
