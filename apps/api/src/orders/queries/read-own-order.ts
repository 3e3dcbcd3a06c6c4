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
import { accountIn, accountOfOrder, type AccountRow } from '../../accounts/account.store.ts';
import { mayBeginAgain } from '../paying/begin-payment.ts';
import type { OrderContext } from '../base/order-context.ts';
import { orderById, orderWith, ownerOf, type StoredOrder } from '../store/order.store.ts';
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

interface ShownBy {
  readonly context: OrderContext;
  readonly mayReadByLink: MayReadByLink;
}

/** [ORD-22] An order of the caller's own, or one that its payer's mailed link shows to this device. */
async function isShown({ mayReadByLink }: ShownBy, order: StoredOrder, caller: Owner): Promise<boolean> {
  return isOwnOrder(order, caller) || mayReadByLink(order.id, caller.device);
}

export async function readShownOrder(by: ShownBy, id: OrderId, caller: Owner): Promise<StoredOrder | null> {
  const order = await orderById(by.context.db, id);
  return order !== null && (await isShown(by, order, caller)) ? order : null;
}

/** The order with the saved card that paid, if the caller may use that card again; no card while nothing is paid. */
export async function readShownOrderAndSource(
  by: ShownBy,
  id: OrderId,
  caller: CardOwner,
): Promise<{ readonly order: StoredOrder; readonly sourceId: CardSourceId | null } | null> {
  const { db, cards } = by.context;
  const found = await orderWith(db, id, cards.sourceOfOrderCard(db, caller));
  if (found === null || !(await isShown(by, found.order, caller))) return null;
  const isPaid = payResultOf(answerOf(found.order)) === 0;
  return { order: found.order, sourceId: isPaid ? (found.value as CardSourceId | null) : null };
}

export async function readShownOrderAndRecipient(
  by: ShownBy,
  id: OrderId,
  caller: Owner,
): Promise<{ readonly order: StoredOrder; readonly recipient: Recipient } | null> {
  const { db } = by.context;
  const found = await orderWith(db, id, accountOfOrder(db));
  if (found === null || !(await isShown(by, found.order, caller))) return null;
  if (found.value === null) throw new Error(`order ${id} has no recipient`);
  return { order: found.order, recipient: recipientOf(accountIn(found.value as AccountRow)) };
}

/** The caller's newest order of this device, if it is recent. */
export async function recentOwnOrder(
  { db, now }: OrderContext,
  caller: Owner,
  withinS: number,
): Promise<OrderId | null> {
  return recentOrderOf(db, caller, new Date(now().getTime() - withinS * 1_000));
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
