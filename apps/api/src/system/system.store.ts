import { isReadOnlyServer, type Reader, type Db } from '../platform/postgres.ts';
import type { Clock } from '../platform/clock.ts';

/** The time of the database, whose clock is the same for all machines. */
export async function databaseTime(db: Reader): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`;
  if (row === undefined) throw new Error('the database gave no time');
  return row.now;
}

/** Load balancers read readiness twice a second. A write for each would be most of the writes of an idle shop. */
const PROBE_EVERY_MS = 5_000;

/**
 * Tests with a write whether the database accepts writes. Throws if the table does not exist yet. `leave` closes the
 * connections to a server that was demoted to a standby; they would otherwise stay open.
 */
export function writeProbe(db: Db, now: Clock, leave: () => void = () => {}): () => Promise<boolean> {
  let last: { readonly atMs: number; readonly result: Promise<boolean> } | null = null;
  const probe = async (): Promise<boolean> => {
    const rows = await db`update write_probe set probed_at = ${now()} where id = 1 returning id`.catch(
      (error: unknown) => {
        if (isReadOnlyServer(error)) leave();
        throw error;
      },
    );
    return rows.length === 1;
  };
  return () => {
    const atMs = now().getTime();
    if (last === null || atMs - last.atMs > PROBE_EVERY_MS) last = { atMs, result: probe() };
    return last.result;
  };
}
