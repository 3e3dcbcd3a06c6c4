import type { CardOfOrder } from '@jawhara/contract';
import type { CardOwner, OrderId, PaySource, SavedCard, SavedCardId } from '@jawhara/domain';
import type { OrderContext } from '../orders/base/order-context.ts';
import { cardThatPaid } from '../orders/store/payment.store.ts';
import { readOwnOrder } from '../orders/queries/read-own-order.ts';
import type { Db } from '../platform/postgres.ts';
import { askedCardById, cardById, cardsOf } from './saved-card.store.ts';

export async function listCards(db: Db, owner: CardOwner): Promise<PaySource[]> {
  return (await cardsOf(db, owner)).map((card) => ({ kind: 'saved-card', card }));
}

/** A card of theirs, or the card they are being asked about on this device. */
async function cardNow(
  { db, now }: OrderContext,
  owner: CardOwner,
  id: SavedCardId,
): Promise<SavedCard | null> {
  return (await cardById(db, owner, id)) ?? askedCardById(db, owner, id, now());
}

/**
 * AskedPayer again and again after a payment: no card until the provider has said by what name it keeps it. What paid stays with the
 * order, also when nobody keeps the card. Null: there is no such order on this device.
 */
export async function readCardOfOrder(
  context: OrderContext,
  owner: CardOwner,
  orderId: OrderId,
): Promise<CardOfOrder | null> {
  const order = await readOwnOrder(context, orderId, owner.device);
  if (!order) return null;
  const { savedCardId: id } = order;
  return {
    card: id === null ? null : await cardNow(context, owner, id),
    paidWith: await cardThatPaid(context.db, orderId),
  };
}
