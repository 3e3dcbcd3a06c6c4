import type { OrderId, Purchase } from '@jawhara/domain';

/** [ORD-20] What this page knows of repeats: the payer's answers, and which orders it has placed itself. */
export interface RepeatConsents {
  /** The payer wants the same again, after the orders up to this one. */
  readonly confirm: (goods: Purchase, repeatOf: OrderId) => void;
  /** Null: the payer was not asked about these goods. */
  readonly find: (goods: Purchase) => OrderId | null;
  readonly notePlaced: (orderId: OrderId) => void;
  readonly isPlacedHere: (orderId: OrderId) => boolean;
}

const keyOf = ({ priceUsdCents, recipientId }: Purchase): string => `${priceUsdCents} ${recipientId}`;

/** Lives as long as the page. Answers need no expiry, because an answer covers no later order. */
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
