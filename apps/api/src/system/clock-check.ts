import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { databaseTime } from './system.store.ts';

/**
 * Clocks of well-kept machines differ by milliseconds. With a difference of seconds, deadlines that payers were shown
 * would be missed.
 */
export const CLOCK_OFF_MAX_MS = 5_000;

/** Every check of an order needs the result, so checks within a second share one comparison. */
const SHARED_MS = 1_000;

/**
 * By how much this machine's clock is ahead of the database's; negative if it is behind. A difference that the time of
 * the query can explain counts as zero.
 */
async function differenceMs(db: Db, machineClock: Clock): Promise<number> {
  const before = machineClock().getTime();
  const there = (await databaseTime(db)).getTime();
  const after = machineClock().getTime();
  if (there < before) return before - there;
  return there > after ? after - there : 0;
}

/**
 * Whether this machine's clock agrees with the database's. Code that ends something by the clock checks this first,
 * because a wrong clock would expire orders too early. Rejects while the database is unavailable.
 */
export function clockCheck({
  db,
  machineClock,
  logger,
}: {
  readonly db: Db;
  readonly machineClock: Clock;
  readonly logger: Logger;
}): () => Promise<boolean> {
  let last: { readonly atMs: number; readonly result: Promise<boolean> } | null = null;
  const compare = async (): Promise<boolean> => {
    const offMs = await differenceMs(db, machineClock);
    const isRight = Math.abs(offMs) <= CLOCK_OFF_MAX_MS;
    if (!isRight) logger.error({ offMs }, 'the clock of this machine is wrong: nothing expires here');
    return isRight;
  };
  return () => {
    const atMs = performance.now();
    if (last === null || atMs - last.atMs > SHARED_MS) last = { atMs, result: compare() };
    return last.result;
  };
}
