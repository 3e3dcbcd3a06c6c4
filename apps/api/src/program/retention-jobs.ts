import { RETAINED, retainedSince, type Retained, type RetentionMonths } from '@jawhara/domain';
import type { Logger } from 'pino';
import { deleteReportsEndedBefore } from '../feedback/feedback.store.ts';
import { releaseProofs, releaseUploads } from '../feedback/upload.store.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, takeTurn, type Db, type Tx } from '../platform/postgres.ts';
import { deleteUnusedRecipients } from '../recipients/recipient-history.store.ts';
import { forgetLater } from '../saved-cards/card-to-forget.store.ts';
import { removeUnused } from '../saved-cards/saved-card.store.ts';

interface Batch {
  /** Rows that were last used before this time are deleted. */
  readonly before: Date;
  readonly most: number;
  readonly at: Date;
}

/** For each kind of data, how a batch of it is deleted; the result is the number of rows. */
const DELETIONS = {
  // The card must be deleted at the provider too: another job sends that request, with retries.
  async 'saved-cards'(tx, { before, most, at }) {
    const cards = await removeUnused(tx, before, most);
    await forgetLater(tx, cards, 'unused', at);
    return cards.length;
  },
  recipients: (tx, { before, most }) => deleteUnusedRecipients(tx, before, most),
  async reports(tx, { before, most }) {
    const { count, fileKeys } = await deleteReportsEndedBefore(tx, before, most);
    await releaseUploads(tx, fileKeys);
    return count;
  },
  proofs: (tx, { before, most }) => releaseProofs(tx, before, most),
} as const satisfies Record<Retained, (tx: Tx, batch: Batch) => Promise<number>>;

const BATCH_MAX = 500;
/** Limits a run, because the first run on a large table would otherwise delay other jobs. The next run continues. */
const BATCHES_MAX = 100;
/** The name of the lock that the process holds while it deletes. */
const TURN = 'retention';

export interface RetentionDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly logger: Logger;
  readonly months: RetentionMonths;
  readonly count: (what: Retained, rows: number) => void;
}

/** Null if another process is deleting at this moment. */
function deleteBatch(
  { db, now, months }: RetentionDeps,
  what: Retained,
  most: number,
): Promise<number | null> {
  const at = now();
  return inTransaction(db, async (tx) =>
    (await takeTurn(tx, TURN))
      ? DELETIONS[what](tx, { before: retainedSince(months[what], at), most, at })
      : null,
  );
}

/**
 * Deletes data whose time, promised in the privacy policy, is over: in batches, each in its own transaction, and in one
 * process at a time.
 */
export async function endRetention(
  deps: RetentionDeps,
  { batchMax = BATCH_MAX, batchesMax = BATCHES_MAX } = {},
): Promise<Readonly<Record<Retained, number>>> {
  const deleted = { 'saved-cards': 0, recipients: 0, reports: 0, proofs: 0 };
  for (const what of RETAINED) {
    for (let batches = 0; batches < batchesMax; batches += 1) {
      const rows = await deleteBatch(deps, what, batchMax);
      if (rows === null) return deleted;
      deleted[what] += rows;
      deps.count(what, rows);
      if (rows < batchMax) break;
    }
  }
  if (Object.values(deleted).some((rows) => rows > 0))
    deps.logger.info({ deleted }, 'deleted what was past its retention');
  return deleted;
}
