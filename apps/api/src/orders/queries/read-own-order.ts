import {
  answerOf,
  isOwnedBy,
  knownMoney,
  payResultOf,
  recipientOf,
  type CardOwner,
  type CardSourceId,
  type KnownMoney,
  type OrderId,
  type Owner,
  type ProviderNumber,
  type Recipient,
} from '@jawhara/domain';
import { accountById } from '../../accounts/account.store.ts';
import { mayBeginAgain } from '../paying/begin-payment.ts';
import type { OrderContext } from '../base/order-context.ts';
import { orderById, ownerOf, type StoredOrder } from '../store/order.store.ts';
import { attemptsOf } from '../store/payment.store.ts';
import { knownMoneyFacts } from '../base/write-books.ts';
import { recentOrderOf } from '../store/own-orders.store.ts';

export const isOwnOrder = (order: StoredOrder, caller: Owner): boolean => isOwnedBy(ownerOf(order), caller);

/** [ORD-19] An order is shown only to its owner; for every other caller it does not exist. */
export async function readOwnOrder(
  context: OrderContext,
  id: OrderId,
  caller: Owner,
): Promise<StoredOrder | null> {
  const order = await orderById(context.db, id);
  return order !== null && isOwnOrder(order, caller) ? order : null;
}

/** Whether this device may read an order that is not its own, by a link that was mailed to the payer. */
export type MayReadByLink = (orderId: OrderId, device: string) => Promise<boolean>;

/** [ORD-22] An order of the caller's own, or one that its payer's mailed link shows to this device. */
export async function readShownOrder(
  {
    context: { db },
    mayReadByLink,
  }: { readonly context: OrderContext; readonly mayReadByLink: MayReadByLink },
  id: OrderId,
  caller: Owner,
): Promise<StoredOrder | null> {
  const order = await orderById(db, id);
  if (order === null || isOwnOrder(order, caller)) return order;
  return (await mayReadByLink(id, caller.device)) ? order : null;
}

/** The caller's newest order of this device, if it is recent. */
export async function recentOwnOrder(
  { db, now }: OrderContext,
  caller: Owner,
  withinS: number,
): Promise<OrderId | null> {
  return recentOrderOf(db, caller, new Date(now().getTime() - withinS * 1_000));
}

export async function recipientOfOrder(context: OrderContext, order: StoredOrder): Promise<Recipient> {
  const account = await accountById(context.db, order.recipientId);
  if (!account) throw new Error(`order ${order.id} has no recipient`);
  return recipientOf(account);
}

/** The saved card that paid, if its owner may use it again; null while nothing is paid and once the card is deleted. */
export async function sourceOfOrder(
  { db, cards }: OrderContext,
  order: StoredOrder,
  owner: CardOwner,
): Promise<CardSourceId | null> {
  if (order.savedCardId === null || payResultOf(answerOf(order)) !== 0) return null;
  const card = await cards.cardById(db, owner, order.savedCardId);
  return card?.sourceId ?? null;
}

/** The part of the order's money state that its payer may see. */
export async function moneyOfOrder(context: OrderContext, order: StoredOrder): Promise<KnownMoney | null> {
  return knownMoney({ ...(await knownMoneyFacts(context.db, order)), order });
}

/** The providers that were called without an answer, if the order may be paid at another one; otherwise null. */
export async function triedProviders(
  context: OrderContext,
  order: StoredOrder,
): Promise<ProviderNumber[] | null> {
  if (order.state !== 'pending') return null;
  const attempts = await attemptsOf(context.db, order.id);
  return mayBeginAgain(context, order, attempts) ? attempts.map(({ provider }) => provider) : null;
}
