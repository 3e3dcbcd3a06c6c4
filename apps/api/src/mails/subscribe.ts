import type { OrderInfo } from '@jawhara/contract';
import {
  MAIL_ADDRESSES_PER_ORDER_MAX,
  type Locale,
  type MailAddress,
  type MailConsent,
  type OrderId,
} from '@jawhara/domain';
import { lockOrder, type StoredOrder } from '../orders/store/order.store.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import type { Clock } from '../platform/clock.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import { openAddress, sealAddress, type MailKeys } from './mail-keys.ts';
import { openSubscriptionOf, countSubscriptionsOf, insertSubscription } from './mail-subscription.store.ts';
import { endAddress } from './end-address.ts';
import { mailNews } from './record-news.ts';

/** Mails report gems, so they are not offered for a fine. */
export const isMailOffered = ({ purpose }: Pick<StoredOrder, 'purpose'>): boolean => purpose === 'gems';

/** The mail part of an order's page, with the address. It is shown to the order's owner, who typed the address. */
export async function mailOfOrder(
  { db, keys }: { readonly db: Db; readonly keys: MailKeys | null },
  order: StoredOrder,
): Promise<OrderInfo['mail']> {
  if (keys === null || !isMailOffered(order)) return null;
  const open = await openSubscriptionOf(db, order.id);
  return { address: open?.sealedAddress ? openAddress(open.sealedAddress, open.id, keys) : null };
}

interface SubscribeDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly chance: Chance;
  readonly keys: MailKeys;
}

interface NewAddress {
  readonly orderId: OrderId;
  readonly address: MailAddress;
  readonly consent: MailConsent;
  readonly locale: Locale;
}

/** Enqueues the receipt if the gems were delivered before the payer subscribed. Older news is on the page anyway. */
async function sendReceipt(tx: Tx, deps: SubscribeDeps, order: StoredOrder): Promise<void> {
  if (order.state === 'delivered') await mailNews.delivered(tx, deps, order);
}

/**
 * [ORD-21] Stores the address of a payer who consents; no other code stores one. The same address again changes
 * nothing; another one replaces it. The order is locked, so that no news is lost between the consent and the outbox.
 */
export function subscribe(
  deps: SubscribeDeps,
  { orderId, address, consent, locale }: NewAddress,
): Promise<'subscribed' | 'too-many'> {
  const { db, now, newId, keys } = deps;
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const open = await openSubscriptionOf(tx, orderId);
    if (open?.sealedAddress && openAddress(open.sealedAddress, open.id, keys) === address)
      return 'subscribed';
    if ((await countSubscriptionsOf(tx, orderId)) >= MAIL_ADDRESSES_PER_ORDER_MAX) return 'too-many';
    const at = now();
    if (open !== null) await endAddress(tx, open.id, 'other-address', at);
    const id = newId();
    await insertSubscription(tx, {
      id,
      orderId,
      recipientId: order.recipientId,
      sealedAddress: sealAddress(address, id, deps),
      locale,
      consent,
      at,
    });
    await sendReceipt(tx, deps, order);
    return 'subscribed';
  });
}
