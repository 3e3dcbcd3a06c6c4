import { ORDER_LINK_MINUTES, type OrderId } from '@jawhara/domain';
import type { Logger } from 'pino';
import { openAddress, orderLink } from '../mails/mail-keys.ts';
import { ORDER_PAGE, writeMessage, type ComposeDeps } from '../mails/compose-mail.ts';
import { openSubscriptionOf } from '../mails/mail-subscription.store.ts';
import { requireOrder } from '../orders/store/order.store.ts';
import { ordersByNumber } from '../orders/store/order-story.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { SendBySmtp } from '../platform/smtp.ts';
import {
  claimSearch,
  deleteLinksBefore,
  deleteSearch,
  insertLink,
  type OrderSearch,
} from './order-search.store.ts';

export interface SearchDeps extends ComposeDeps {
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly send: SendBySmtp;
}

const BATCH_MAX = 20;
/** How long a worker has a search reserved. If its mail could not be sent, it is tried again after this time. */
const CLAIM_MS = 60_000;
const LINK_MS = ORDER_LINK_MINUTES * 60_000;

/** Mails the link of a found order. True if nothing is left to do for it, also because its mail address was deleted. */
async function mailLink(deps: SearchDeps, search: OrderSearch, orderId: OrderId): Promise<boolean> {
  const { db, mail, newId, send, siteUrl } = deps;
  const subscription = await openSubscriptionOf(db, orderId);
  if (!subscription?.sealedAddress) return true;
  const order = await requireOrder(db, orderId);
  const id = await insertLink(db, {
    id: newId(),
    searchId: search.id,
    orderId,
    recipientId: order.recipientId,
    expiresAt: new Date(search.searchedAt.getTime() + LINK_MS),
  });
  const address = openAddress(subscription.sealedAddress, subscription.id, mail.keys);
  const message = await writeMessage(
    deps,
    { id, subscription, address, date: search.searchedAt },
    { facts: { kind: 'link' }, order, orderUrl: `${siteUrl}${ORDER_PAGE}#${orderLink(id, mail.keys)}` },
  );
  const said = await send(message);
  return said.kind !== 'later' && said.kind !== 'away';
}

async function finishSearch(deps: SearchDeps, search: OrderSearch): Promise<boolean> {
  const isOver = deps.now().getTime() - search.searchedAt.getTime() >= LINK_MS;
  const orderIds = isOver ? [] : await ordersByNumber(deps.db, search.lastBits);
  const ends = await Promise.all(orderIds.map((orderId) => mailLink(deps, search, orderId)));
  if (!ends.every(Boolean)) return false;
  await deleteSearch(deps.db, search.id);
  return ends.length > 0;
}

/**
 * [ORD-22] Looks up the numbers that were searched for, and mails a link to each found order to the mail address of
 * that order. If a worker dies, another repeats the search later and mails the same link once more.
 */
export async function mailOrderLinks(deps: SearchDeps): Promise<number> {
  let mailed = 0;
  for (let tried = 0; tried < BATCH_MAX; tried += 1) {
    const now = deps.now();
    const search = await claimSearch(deps.db, now, new Date(now.getTime() + CLAIM_MS));
    if (search === null) break;
    if (await finishSearch(deps, search)) mailed += 1;
  }
  await deleteLinksBefore(deps.db, new Date(deps.now().getTime() - LINK_MS));
  return mailed;
}
