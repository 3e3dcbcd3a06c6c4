import type { Db } from '../../platform/postgres.ts';

/** How long a swept row rests before it is handed over again: half its age, within these bounds. */
export interface SweepPause {
  readonly leastMs: number;
  readonly mostMs: number;
}

export function pauseByAge(
  db: Db,
  now: Date,
  { leastMs, mostMs }: SweepPause,
  since: 'created_at' | 'received_at',
) {
  const ms = (count: number) => db`${count}::float8 * interval '1 millisecond'`;
  return db`least(greatest((${now}::timestamptz - ${db(since)}) / 2, ${ms(leastMs)}), ${ms(mostMs)})`;
}
