import { inTransaction } from '../platform/postgres.ts';
import { deleteEndedHandOvers } from './device-transfer.store.ts';
import type { HandOverDeps } from './use-transfer.ts';

const BITE = 1_000;

export async function forgetUsedHandOvers(
  { db, now }: Pick<HandOverDeps, 'db' | 'now'>,
  bite = BITE,
): Promise<number> {
  for (let gone = 0; ;) {
    const deleted = await inTransaction(db, (tx) => deleteEndedHandOvers(tx, now(), bite));
    gone += deleted;
    if (deleted < bite) return gone;
  }
}
