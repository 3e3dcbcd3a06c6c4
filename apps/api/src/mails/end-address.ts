import { MAIL_ADDRESS_DAYS, type OrderId } from '@jawhara/domain';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Reader, type Tx } from '../platform/postgres.ts';
import { openAddress, readReturnPath, type MailKeys } from './mail-keys.ts';
import { dropMailsOf, markBounced } from './mail.store.ts';
import {
  endSubscription,
  openSubscriptionOf,
  openSubscriptionsOf,
  subscriptionById,
  subscriptionsBefore,
  type SubscriptionEnd,
} from './mail-subscription.store.ts';

interface EndDeps {
  readonly db: Db;
  readonly now: Clock;
}

/** Deletes the address and drops the mails that wait for it. */
export async function endAddress(tx: Tx, id: string, by: SubscriptionEnd, at: Date): Promise<void> {
  await endSubscription(tx, id, by, at);
  await dropMailsOf(tx, id, at);
}

/**
 * [ORD-21] Ends a subscription by the link of a mail; repeating it changes nothing. Null if the subscription does not
 * exist.
 */
export function stopBySubscription({ db, now }: EndDeps, id: string): Promise<OrderId | null> {
  return inTransaction(db, async (tx) => {
    const subscription = await subscriptionById(tx, id);
    if (subscription === null) return null;
    await endAddress(tx, id, 'payer', now());
    return subscription.orderId;
  });
}

/** Ends the order's subscription, from the owner's order page. */
export function stopByOrder({ db, now }: EndDeps, orderId: OrderId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const open = await openSubscriptionOf(tx, orderId);
    if (open !== null) await endAddress(tx, open.id, 'payer', now());
  });
}

/** Deletes the addresses at once when their payer requests erasure; no operator has to decide that. */
export async function eraseAddressesOf(tx: Tx, orderIds: readonly OrderId[], at: Date): Promise<void> {
  for (const { id } of await openSubscriptionsOf(tx, orderIds)) await endAddress(tx, id, 'erasure', at);
}

/** The addresses of these orders, for the payer's data export. */
export async function addressesOf(
  db: Reader,
  orderIds: readonly OrderId[],
  keys: MailKeys,
): Promise<ReadonlyMap<OrderId, string>> {
  const subscriptions = await openSubscriptionsOf(db, orderIds);
  return new Map(
    subscriptions.flatMap(({ id, orderId, sealedAddress }) =>
      sealedAddress === null ? [] : [[orderId, openAddress(sealedAddress, id, keys)]],
    ),
  );
}

const BATCH_MAX = 200;
const DAY_MS = 86_400_000;

/** Deletes addresses that are old enough that no more news of their orders will come. */
export async function forgetOldAddresses({ db, now }: EndDeps): Promise<number> {
  const before = new Date(now().getTime() - MAIL_ADDRESS_DAYS * DAY_MS);
  const ids = await subscriptionsBefore(db, before, BATCH_MAX);
  for (const id of ids) await inTransaction(db, (tx) => endAddress(tx, id, 'time', now()));
  return ids.length;
}

interface BounceDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly keys: MailKeys;
}

type BounceVerdict = 'ended' | 'not-final' | 'not-ours';

/** Lines in the machine-readable part of a failure report (RFC 3464). */
const FAILED = /^action:\s*failed\b/im;
const STATUS = /^status:\s*(5\.\d{1,3}\.\d{1,3})\b/im;

/**
 * The status code of a final failure; null for a delay, an absence note or a person's reply. A failure report without a
 * status line counts as final, with code 5.0.0.
 */
function finalStatus(returned: string): string | null {
  if (!FAILED.test(returned)) return null;
  return STATUS.exec(returned)?.[1] ?? (/^status:/im.test(returned) ? null : '5.0.0');
}

/** [ORD-21] Handles mail that came back to the return path of a sent mail. The first final failure deletes the address. */
export async function takeBounce(
  { db, now, keys }: BounceDeps,
  { returnPath, returned }: { readonly returnPath: string; readonly returned: string },
): Promise<BounceVerdict> {
  const mailId = readReturnPath(returnPath, keys);
  if (mailId === null) return 'not-ours';
  const status = finalStatus(returned);
  if (status === null) return 'not-final';
  return inTransaction(db, async (tx) => {
    const at = now();
    const subscriptionId = await markBounced(tx, mailId, { at, answer: status });
    if (subscriptionId === null) return 'not-ours';
    await endAddress(tx, subscriptionId, 'bounce', at);
    return 'ended';
  });
}
