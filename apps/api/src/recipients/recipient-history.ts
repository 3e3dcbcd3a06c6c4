import type { KnownRecipient } from '@jawhara/contract';
import {
  mergeRecipientHistory,
  recipientOf,
  statusSeen,
  SITE_SOURCE,
  type AccountId,
  type RecipientRecord,
} from '@jawhara/domain';
import { accountsByIds } from '../accounts/account.store.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import { historyOf, lockHistory, replaceHistory } from './recipient-history.store.ts';

export interface HistoryOwner {
  readonly device: string;
  readonly accountId: AccountId | null;
}

/**
 * The owner of a list of recipients: the account if one is signed in, so that the list is also on the account's other
 * devices and not shown to the next user of this device.
 */
function payerName({ device, accountId }: HistoryOwner): string {
  return accountId === null ? `device:${device}` : `account:${accountId}`;
}

export async function readRecipientHistory(
  db: Db,
  payer: HistoryOwner,
  page: { readonly offset: number; readonly limit: number },
): Promise<KnownRecipient[]> {
  const records = mergeRecipientHistory(await historyOf(db, payerName(payer)), payer.accountId);
  const shown = records.slice(page.offset, page.offset + page.limit);
  const accounts = new Map(
    (
      await accountsByIds(
        db,
        shown.map((record) => record.accountId),
      )
    ).map((one) => [one.id, one]),
  );
  return shown.flatMap((record) => {
    const account = accounts.get(record.accountId);
    return account
      ? [
          {
            ...record,
            recipient: recipientOf(account),
            payer: payer.accountId === null ? { device: payer.device } : { accountId: payer.accountId },
            isGuest: account.isGuest,
            status: statusSeen(account, SITE_SOURCE),
          },
        ]
      : [];
  });
}

/**
 * Merges these recipients into the payer's list. Nothing is overwritten, because two devices of an account may send
 * their lists in any order and any number of times.
 */
export async function addToRecipientHistory(
  db: Db,
  payer: HistoryOwner,
  records: readonly RecipientRecord[],
): Promise<void> {
  const known = await accountsByIds(
    db,
    records.map((record) => record.accountId),
  );
  const ids = new Set(known.map((account) => account.id));
  const real = records.filter((record) => ids.has(record.accountId));
  const name = payerName(payer);
  await inTransaction(db, async (tx) => {
    await lockHistory(tx, name);
    const before = await historyOf(tx, name);
    await replaceHistory(tx, name, mergeRecipientHistory([...before, ...real], payer.accountId));
  });
}

/** The recipients among these that are not on the payer's list yet. */
export async function newFaces(
  db: Db,
  payer: HistoryOwner,
  records: readonly RecipientRecord[],
): Promise<AccountId[]> {
  const before = new Set((await historyOf(db, payerName(payer))).map((record) => record.accountId));
  return [...new Set(records.map((record) => record.accountId).filter((id) => !before.has(id)))];
}

/** Deletes the payer's list: the list of the account, or of the device if no account is signed in. */
export async function forgetRecipientsOf(tx: Tx, payer: HistoryOwner): Promise<void> {
  const name = payerName(payer);
  await lockHistory(tx, name);
  await replaceHistory(tx, name, []);
}
