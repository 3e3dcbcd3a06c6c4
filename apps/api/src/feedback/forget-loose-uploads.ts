import { LOOSE_FILE_LIVES_MS } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { deleteGone, takeLooseUploads } from './upload.store.ts';

const BITE = 100;

/** Files that no report took. Out of reach first, then the bytes, then the row: whatever breaks off is taken up again. */
export async function forgetLooseUploads(
  { db, now, files }: Pick<FeedbackContext, 'db' | 'now' | 'files'>,
  bite = BITE,
): Promise<number> {
  const before = new Date(now().getTime() - LOOSE_FILE_LIVES_MS);
  let gone = 0;
  for (;;) {
    const keys = await inTransaction(db, (tx) => takeLooseUploads(tx, before, bite));
    for (const key of keys) await files.remove(key);
    await inTransaction(db, (tx) => deleteGone(tx, keys));
    gone += keys.length;
    if (keys.length < bite) return gone;
  }
}
