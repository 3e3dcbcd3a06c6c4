import { inTransaction } from '../platform/postgres.ts';
import { deleteEndedTransfers } from './device-transfer.store.ts';
import type { TransferDeps } from './use-transfer.ts';

const BITE = 1_000;

export async function forgetUsedTransfers(
  { db, now }: Pick<TransferDeps, 'db' | 'now'>,
  bite = BITE,
): Promise<number> {
  for (let gone = 0; ;) {
    const deleted = await inTransaction(db, (tx) => deleteEndedTransfers(tx, now(), bite));
    gone += deleted;
    if (deleted < bite) return gone;
  }
}
