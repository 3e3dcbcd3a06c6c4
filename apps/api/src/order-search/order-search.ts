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
  /** Limits searches. Every search counts, whether an order is found or not. */
  readonly searches: FailedTries;
  /** Multiplies the limits, like GUARD_FACTOR for all other limits. */
  readonly factor: number;
  /** Null in a shop without a mail server, which mails no links. */
  readonly keys: MailKeys | null;
}

const LINK_MS = ORDER_LINK_MINUTES * 60_000;

/**
 * [ORD-22] Stores the searched number for a worker, or returns the seconds to wait. No order is read here, so known and
 * guessed numbers take the same steps.
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

/**
 * [ORD-22] The order of a mailed link, for the first device that uses the link. Null for any other device or text, and
 * after the link has expired.
 */
export async function openLink(
  { db, now, keys }: OrderSearchDeps,
  link: string,
  device: string,
): Promise<OrderId | null> {
  const linkId = keys === null ? null : readOrderLink(link, keys);
  return linkId === null ? null : takeLink(db, linkId, device, now());
}

/**
 * [ORD-22] Whether this device has opened a mailed link to the order within the last minutes. It may then read the
 * order and request a refund that is due, and nothing else.
 */
export function mayReadByLink(
  { db, now }: Pick<OrderSearchDeps, 'db' | 'now'>,
  orderId: OrderId,
  device: string,
): Promise<boolean> {
  return isOpenedBy(db, orderId, device, new Date(now().getTime() - LINK_MS));
}
