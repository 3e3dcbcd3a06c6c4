import type { RecipientRecord } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

interface HistoryRow {
  recipient_account_id: RecipientRecord['accountId'];
  fill_times: number;
  first_fill_at: Date;
  last_fill_at: Date;
}

/** The whole list of a payer's recipients, whose length is limited. */
export async function historyOf(db: Reader, payer: string): Promise<RecipientRecord[]> {
  const rows = await db<HistoryRow[]>`
    select recipient_account_id, fill_times, first_fill_at, last_fill_at
    from recipient_history where payer = ${payer}`;
  return rows.map((row) => ({
    accountId: row.recipient_account_id,
    fillTimes: row.fill_times,
    firstFillAt: row.first_fill_at,
    lastFillAt: row.last_fill_at,
  }));
}

/** Deletes from all lists the recipients that were last recharged before this time. */
export async function deleteUnusedRecipients(tx: Tx, before: Date, most: number): Promise<number> {
  const { count } = await tx`
    delete from recipient_history where ctid = any(array(
      select ctid from recipient_history where last_fill_at < ${before}
      order by last_fill_at limit ${most}))`;
  return count;
}

export async function lockHistory(tx: Tx, payer: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`recipient-history:${payer}`}, 0))`;
}

export async function replaceHistory(
  tx: Tx,
  payer: string,
  records: readonly RecipientRecord[],
): Promise<void> {
  await tx`delete from recipient_history where payer = ${payer}`;
  if (records.length === 0) return;
  const rows = records.map((record) => ({
    payer,
    recipient_account_id: record.accountId,
    fill_times: record.fillTimes,
    first_fill_at: record.firstFillAt,
    last_fill_at: record.lastFillAt,
  }));
  await tx`insert into recipient_history ${tx(rows)}`;
}
