import type { AccountId } from '../account/account.ts';
import { RECIPIENT_HISTORY_MAX } from '../limits.ts';
import { sorted } from '../sorted.ts';

/** How often and when a payer has recharged an account. */
export interface RecipientRecord {
  readonly accountId: AccountId;
  readonly fillTimes: number;
  readonly firstFillAt: Date;
  readonly lastFillAt: Date;
}

function merged(one: RecipientRecord, other: RecipientRecord): RecipientRecord {
  return {
    accountId: one.accountId,
    fillTimes: Math.max(one.fillTimes, other.fillTimes),
    firstFillAt: one.firstFillAt < other.firstFillAt ? one.firstFillAt : other.firstFillAt,
    lastFillAt: one.lastFillAt > other.lastFillAt ? one.lastFillAt : other.lastFillAt,
  };
}

/**
 * Merges the device's and the server's records: each account once, the payer's own first, then newest first; the oldest are
 * dropped. Merging the same records again changes nothing.
 */
export function mergeRecipientHistory(
  records: readonly RecipientRecord[],
  self: AccountId | null,
): RecipientRecord[] {
  const byAccount = new Map<AccountId, RecipientRecord>();
  for (const record of records) {
    const known = byAccount.get(record.accountId);
    byAccount.set(record.accountId, known ? merged(known, record) : record);
  }
  const isSelf = (record: RecipientRecord) => Number(record.accountId === self);
  return sorted(
    byAccount.values(),
    (a, b) => isSelf(b) - isSelf(a) || b.lastFillAt.getTime() - a.lastFillAt.getTime(),
  ).slice(0, RECIPIENT_HISTORY_MAX);
}
