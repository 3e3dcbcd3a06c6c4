import type { OrderId } from '@jawhara/domain';
import type { Db, Reader } from '../../platform/postgres.ts';

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

/** How often each order was checked. The count is the number of the next check. */
export async function checkCountsOf(
  db: Reader,
  ids: readonly OrderId[],
): Promise<{ id: OrderId; looks: number }[]> {
  return db<
    { id: OrderId; looks: number }[]
  >`select id, looks from orders where id = any(${[...ids]}::uuid[])`;
}

/**
 * Counts a check that was killed before it could count itself. False if it counted itself, or another process counted it first.
 */
export async function countKilledCheck(db: Db, id: OrderId, looks: number): Promise<boolean> {
  const rows =
    await db`update orders set looks = looks + 1 where id = ${id} and looks = ${looks} returning id`;
  return rows.length === 1;
}
