import type { OrderId, PaySource, SavedCard } from '@jawhara/domain';
import type { OrderContext } from '../orders/order-context.ts';
import { readOwnOrder } from '../orders/read-own-order.ts';
import type { Db } from '../platform/postgres.ts';
import { cardById, cardsOf } from './saved-card.store.ts';
import type { CardOwner } from './card-owner.ts';

export async function listCards(db: Db, owner: CardOwner): Promise<PaySource[]> {
  return (await cardsOf(db, owner)).map((card) => ({ kind: 'saved-card', card }));
}

export type CardOfOrder =
  | { readonly kind: 'order-not-found' }
  | { readonly kind: 'read'; readonly card: SavedCard | null };

/** Asked again and again after a payment: null until the provider has said what card it was. */
export async function readCardOfOrder(
  context: OrderContext,
  owner: CardOwner,
  orderId: OrderId,
): Promise<CardOfOrder> {
  const order = await readOwnOrder(context, orderId, owner.device);
  if (!order) return { kind: 'order-not-found' };
  const id = order.savedCardId;
  return { kind: 'read', card: id === null ? null : await cardById(context.db, owner, id) };
}
