import type { OrderInfo } from '@jawhara/contract';
import type { StoredOrder } from '../orders/store/order.store.ts';
import type { Db } from '../platform/postgres.ts';
import { openAddress, type MailKeys } from './address-seal.ts';
import { openSubscriptionOf } from './mail-subscription.store.ts';

/** Mail is about gems: a fine has no receipt of gems that came. */
export const isMailOffered = ({ purpose }: Pick<StoredOrder, 'purpose'>): boolean => purpose === 'gems';

/** The part of an order's page that is about mail. Shown to whom the order belongs: they gave the address. */
export async function mailOfOrder(
  { db, keys }: { readonly db: Db; readonly keys: MailKeys | null },
  order: StoredOrder,
): Promise<OrderInfo['mail']> {
  if (keys === null || !isMailOffered(order)) return null;
  const open = await openSubscriptionOf(db, order.id);
  return { address: open?.sealedAddress ? openAddress(open.sealedAddress, open.id, keys) : null };
}
