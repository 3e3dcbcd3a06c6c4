import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import { alertMessage } from './alert-message.ts';
import {
  alertsToPost,
  forgetOldNews,
  lockPosting,
  markPosted,
  postLater,
  type WaitingAlert,
} from './alert-post.store.ts';
import type { ChatBot } from './chat-bot.ts';

export interface PostingDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly logger: Logger;
  readonly bot: ChatBot;
}

/** Alerts of one kind that follow one another go in one message: a bad hour must not drown the channel. */
const TOGETHER_MAX = 20;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const NEWS_FOR_MS = 24 * 3_600_000;

export function postPauseMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
}

type Batch = readonly [WaitingAlert, ...WaitingAlert[]];

/** The first in line and those of its kind right behind it; null when nobody waits, or the first is not due yet. */
function nextBatch(waiting: readonly WaitingAlert[], now: Date): Batch | null {
  const [first, ...others] = waiting;
  if (!first || first.postAfter > now) return null;
  const end = others.findIndex(({ kind }) => kind !== first.kind);
  return [first, ...(end === -1 ? others : others.slice(0, end))];
}

async function postNext(tx: Tx, { now, logger, bot }: PostingDeps): Promise<number> {
  if (!(await lockPosting(tx))) return 0;
  const at = now();
  await forgetOldNews(tx, new Date(at.getTime() - NEWS_FOR_MS));
  const batch = nextBatch(await alertsToPost(tx, TOGETHER_MAX), at);
  if (batch === null) return 0;
  const posted = await bot.post(alertMessage(batch));
  if (posted.kind === 'posted') {
    await markPosted(
      tx,
      batch.map(({ id }) => id),
      now(),
    );
    return batch.length;
  }
  const [{ id, kind, tries }] = batch;
  await postLater(tx, id, new Date(now().getTime() + postPauseMs(tries)));
  logger.warn({ alert: kind, why: posted.why, tries: tries + 1 }, 'an alert could not be posted');
  return 0;
}

/**
 * [ALR-01] Posts what waits, from the table: whoever raised an alert has long gone on. One instance posts at a time and the
 * line stands while its first cannot be posted, so that the most urgent is always told first. One more urgent is tried at once.
 */
export async function postAlerts(deps: PostingDeps): Promise<number> {
  let all = 0;
  for (;;) {
    const posted = await inTransaction(deps.db, (tx) => postNext(tx, deps));
    if (posted === 0) return all;
    all += posted;
  }
}
