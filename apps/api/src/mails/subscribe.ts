import {
  MAIL_ADDRESSES_PER_ORDER_MAX,
  type Locale,
  type MailAddress,
  type MailConsent,
  type OrderId,
} from '@jawhara/domain';
import { lockOrder, type StoredOrder } from '../orders/store/order.store.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import { openAddress, sealAddress, type MailKeys } from './address-seal.ts';
import { endAddress } from './end-address.ts';
import { countSubscriptionsOf, insertSubscription, openSubscriptionOf } from './mail-subscription.store.ts';
import { mailNews } from './record-news.ts';

export interface SubscribeDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly chance: Chance;
  readonly keys: MailKeys;
}

export interface NewAddress {
  readonly orderId: OrderId;
  readonly address: MailAddress;
  readonly consent: MailConsent;
  readonly locale: Locale;
}

/** The receipt of gems that have come already. What else is true already, the payer sees on the page. */
async function sendReceipt(tx: Tx, deps: SubscribeDeps, order: StoredOrder): Promise<void> {
  if (order.state === 'delivered') await mailNews.delivered(tx, deps, order);
}

/**
 * [ORD-21] The payer's yes, with the address: the only place where one is stored. The same address again changes nothing; another one
 * takes its place. The order is locked, so that no news of it falls between the yes and the outbox.
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
