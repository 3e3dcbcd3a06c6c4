import {
  ORDER_LINK_MINUTES,
  ORDER_SEARCHES_PER_ADDRESS_MAX,
  ORDER_SEARCHES_PER_NUMBER_MAX,
  readOrderNumber,
  type OrderId,
} from '@jawhara/domain';
import type { FailedTries } from '../guards/failed-tries.ts';
import { sharesOf } from '../guards/networks.ts';
import { type MailKeys, readOrderLink } from '../mails/mail-keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { insertSearch, isOpenedBy, takeLink } from './order-search.store.ts';

export interface OrderSearchDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  /** Every search counts, found or not. */
  readonly searches: FailedTries;
  /** Multiplies the limits, as GUARD_FACTOR does everywhere. */
  readonly factor: number;
  /** Null in a shop without a mail server. */
  readonly keys: MailKeys | null;
}

const LINK_MS = ORDER_LINK_MINUTES * 60_000;

/**
 * [ORD-22] Stores the number for a worker, or answers how long to wait. No order is read here, so known and guessed
 * numbers take the same steps.
 */
export async function searchOrder(
  { db, now, newId, searches, factor }: OrderSearchDeps,
  number: string,
  address: string,
): Promise<{ readonly retryAfterS: number } | 'malformed' | 'stored'> {
  const lastBits = readOrderNumber(number);
  if (lastBits === null) return 'malformed';
  const reservation = await searches.reserve([
    { who: `number:${lastBits}`, most: ORDER_SEARCHES_PER_NUMBER_MAX * factor },
    ...sharesOf(address, ORDER_SEARCHES_PER_ADDRESS_MAX * factor),
  ]);
  if (reservation.kind === 'refused') return { retryAfterS: reservation.retryAfterS };
  await insertSearch(db, { id: newId(), lastBits, searchedAt: now() });
  return 'stored';
}

/** [ORD-22] The order of a mailed link, for the first device that uses it. Null for every other text and device, and once it has expired. */
export async function openLink(
  { db, now, keys }: OrderSearchDeps,
  link: string,
  device: string,
): Promise<OrderId | null> {
  const linkId = keys === null ? null : readOrderLink(link, keys);
  return linkId === null ? null : takeLink(db, linkId, device, now());
}

/**
 * [ORD-22] Whether this device has opened a mailed link to the order a short while ago. It may then read the order and ask for the refund that
 * is due, and do nothing else with it.
 */
export function mayReadByLink(
  { db, now }: Pick<OrderSearchDeps, 'db' | 'now'>,
  orderId: OrderId,
  device: string,
): Promise<boolean> {
  return isOpenedBy(db, orderId, device, new Date(now().getTime() - LINK_MS));
}
