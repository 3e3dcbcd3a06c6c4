import type { Reader } from '../platform/postgres.ts';

/** The clock that all machines share. */
export async function databaseTime(db: Reader): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select clock_timestamp() as now`;
  if (row === undefined) throw new Error('the database gave no time');
  return row.now;
}
