import type { Db } from '../../platform/postgres.ts';

/** The pause before a swept row is enqueued again: half its age, within these bounds. */
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
