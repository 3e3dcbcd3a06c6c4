import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import type { MailKeys } from './address-seal.ts';
import { endAddress } from './end-address.ts';
import { markBounced } from './mail.store.ts';
import { readReturnPath } from './mail-links.ts';

export interface BounceDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly keys: MailKeys;
}

export type BounceVerdict = 'ended' | 'not-final' | 'not-ours';

/** RFC 3464: an own line in the part of the report that is for machines. */
const FAILED = /^action:\s*failed\b/im;
const STATUS = /^status:\s*(5\.\d{1,3}\.\d{1,3})\b/im;

/**
 * The code of a report that the mail was given up for good; null for a delay, an absence or an answer of a person. A report that names no
 * status is believed when it is one: its type says so.
 */
function finalStatus(returned: string): string | null {
  if (!FAILED.test(returned)) return null;
  return STATUS.exec(returned)?.[1] ?? (/^status:/im.test(returned) ? null : '5.0.0');
}

/** [ORD-21] Mail that came back to the return path of one mail. Its address ends with the first that is final. */
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
