import type { OrderId } from '@jawhara/domain';
import type { Db, Reader } from '../../platform/postgres.ts';

/** How often each has been looked at: names the look that comes next. */
export async function checkCountsOf(
  db: Reader,
  ids: readonly OrderId[],
): Promise<{ id: OrderId; looks: number }[]> {
  return db<
    { id: OrderId; looks: number }[]
  >`select id, looks from orders where id = any(${[...ids]}::uuid[])`;
}

/** The check of this number was killed and has not counted itself. False when it has, or another process was first. */
export async function countKilledCheck(db: Db, id: OrderId, looks: number): Promise<boolean> {
  const rows =
    await db`update orders set looks = looks + 1 where id = ${id} and looks = ${looks} returning id`;
  return rows.length === 1;
}
