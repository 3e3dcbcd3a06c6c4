import type { CardOfOrder } from '@jawhara/contract';
import {
  isClosedUnpaid,
  type CardOwner,
  type OrderId,
  type PaySource,
  type SavedCard,
  type SavedCardId,
} from '@jawhara/domain';
import type { OrderContext } from '../orders/base/order-context.ts';
import { cardThatPaid, refusedCardOf } from '../orders/store/payment.store.ts';
import { readOwnOrder } from '../orders/queries/read-own-order.ts';
import type { Db } from '../platform/postgres.ts';
import { pendingCardById, cardById, cardsOf } from './saved-card.store.ts';

export async function listCards(db: Db, owner: CardOwner): Promise<PaySource[]> {
  return (await cardsOf(db, owner)).map((card) => ({ kind: 'saved-card', card }));
}

/** A saved card of the caller, or the card that the caller may agree to save on this device. */
async function cardNow(
  { db, now }: OrderContext,
  owner: CardOwner,
  id: SavedCardId,
): Promise<SavedCard | null> {
  return (await cardById(db, owner, id)) ?? pendingCardById(db, owner, id, now());
}

/**
 * Polled after a payment. The card is missing until the provider has sent the id under which it saved the card. The order
 * names the card that paid even if that card is not saved. Null: the caller has no such order.
 */
export async function readCardOfOrder(
  context: OrderContext,
  owner: CardOwner,
  orderId: OrderId,
): Promise<CardOfOrder | null> {
  const order = await readOwnOrder(context, orderId, owner);
  if (!order) return null;
  const { savedCardId: id } = order;
  return {
    card: id === null ? null : await cardNow(context, owner, id),
    paidWith: await cardThatPaid(context.db, orderId),
    refusedWith: isClosedUnpaid(order.state) ? await refusedCardOf(context.db, orderId) : null,
  };
}
