import type { RepeatQuestion } from '@jawhara/contract';
import { isOwnedBy, payerState, recipientOf, repeatReason, type OrderId } from '@jawhara/domain';
import { accountById } from '../../accounts/account.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { ownerOf, requireOrder, type StoredOrder } from '../store/order.store.ts';
import {
  earlierOrdersOf,
  type EarlierOrderOfPayer,
  type PayerPurchase,
} from '../store/repeat-purchase.store.ts';
import type { Payer } from './order-payer.ts';

/** [ORD-20] The payer's orders that this purchase repeats without a confirmation, newest first. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly orders: readonly [EarlierOrderOfPayer, ...EarlierOrderOfPayer[]];
}

export function purchaseOf(order: StoredOrder): PayerPurchase {
  const { device, accountId } = ownerOf(order);
  const { recipientId, priceUsdCents } = order;
  return { device, accountId, recipientId, priceUsdCents };
}

/** Called with the locks of the purchase, in the transaction that opens the order or takes its wallet's token. */
export async function findRepeat(
  tx: Tx,
  { now }: Pick<OrderContext, 'now'>,
  bought: PayerPurchase,
  limits: { readonly except: OrderId | null; readonly after: OrderId | null },
): Promise<Repeat | null> {
  const at = now();
  const earlier = await earlierOrdersOf(tx, bought, { ...limits, now: at });
  const [newest, ...others] = earlier.filter((order) => repeatReason(bought, order, at) !== null);
  return newest === undefined ? null : { kind: 'repeat', orders: [newest, ...others] };
}

/**
 * Names the newest repeated order that the page's visitor may see. An order of this device that belongs to an account needs the
 * confirmation too, because its payer may have been signed out meanwhile, but the answer contains nothing of it (ORD-19).
 */
export async function askAboutRepeat(
  context: OrderContext,
  { orders }: Repeat,
  { payerDevice, payerAccount }: Payer,
): Promise<RepeatQuestion> {
  const caller = { device: payerDevice, accountId: payerAccount };
  const shown = orders.find(({ owner }) => isOwnedBy(owner, caller));
  const from = (shown ?? orders[0]).owner.device === payerDevice ? 'device' : 'account';
  // An order id contains its time, so the id of a hidden order is not sent. A new id stands for "all orders until now".
  const isAllShown = orders.every(({ owner }) => isOwnedBy(owner, caller));
  const repeatOf = isAllShown ? orders[0].orderId : (context.newId() as OrderId);
  if (shown === undefined) return { order: null, from, repeatOf };
  const order = await requireOrder(context.db, shown.orderId);
  const account = await accountById(context.db, order.recipientId);
  if (!account) throw new Error(`order ${order.id} has no recipient`);
  const { purpose, payType, priceUsdCents, gems, createdAt } = order;
  const row = { orderId: order.id, purpose, payType, priceUsdCents, gems, createdAt };
  return {
    order: { ...row, recipient: recipientOf(account), state: payerState(order.state) },
    from,
    repeatOf,
  };
}
