import type { AccountId, OrderId } from '@jawhara/domain';
import type { Db, Reader, Tx } from '../platform/postgres.ts';

export interface OrderSearch {
  readonly id: string;
  readonly lastBits: number;
  readonly searchedAt: Date;
}

export async function insertSearch(db: Db, { id, lastBits, searchedAt }: OrderSearch): Promise<void> {
  await db`
    insert into order_searches (id, last_bits, searched_at, search_after)
    values (${id}, ${lastBits}, ${searchedAt}, ${searchedAt})`;
}

/** Reserves the next search for one worker until `claimedUntil`. After that another worker may take it. */
export async function claimSearch(db: Db, now: Date, claimedUntil: Date): Promise<OrderSearch | null> {
  const [row] = await db<{ id: string; lastBits: string; searchedAt: Date }[]>`
    update order_searches set search_after = ${claimedUntil}
    where id = any(array(
      select id from order_searches where search_after <= ${now} order by search_after limit 1 for update skip locked))
    returning id, last_bits as "lastBits", searched_at as "searchedAt"`;
  return row === undefined ? null : { ...row, lastBits: Number(row.lastBits) };
}

export async function deleteSearch(db: Db, id: string): Promise<void> {
  await db`delete from order_searches where id = ${id}`;
}

export interface NewLink {
  readonly id: string;
  readonly searchId: string;
  readonly orderId: OrderId;
  readonly recipientId: AccountId;
  readonly expiresAt: Date;
}

/** Stores the link of this search and returns its id. A worker that repeats the search gets the id of the first time. */
export async function insertLink(db: Db, link: NewLink): Promise<string> {
  const { id, searchId, orderId, recipientId, expiresAt } = link;
  const [row] = await db<{ id: string }[]>`
    insert into order_links (id, search_id, order_id, recipient_account_id, expires_at)
    values (${id}, ${searchId}, ${orderId}, ${recipientId}, ${expiresAt})
    on conflict (search_id, order_id) do update set expires_at = order_links.expires_at
    returning id`;
  return row?.id ?? id;
}

/**
 * The order of a link that is unused or was used by this device before, because the answer to the first use may have
 * been lost.
 */
export async function takeLink(db: Db, id: string, device: string, at: Date): Promise<OrderId | null> {
  const [row] = await db<{ orderId: OrderId }[]>`
    update order_links set opened_at = coalesce(opened_at, ${at}), device = ${device}
    where id = ${id} and expires_at > ${at} and (device is null or device = ${device})
    returning order_id as "orderId"`;
  return row?.orderId ?? null;
}

export async function isOpenedBy(
  db: Reader,
  orderId: OrderId,
  device: string,
  openedAfter: Date,
): Promise<boolean> {
  const rows = await db`
    select from order_links where order_id = ${orderId} and device = ${device} and opened_at > ${openedAfter} limit 1`;
  return rows.length > 0;
}

export async function deleteLinksBefore(db: Db, expiredBefore: Date): Promise<void> {
  await db`delete from order_links where expires_at < ${expiredBefore}`;
}

export async function deleteLinksOf(tx: Tx, orderIds: readonly OrderId[]): Promise<void> {
  await tx`delete from order_links where order_id = any(${[...orderIds]})`;
}
