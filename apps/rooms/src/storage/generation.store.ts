import type { Db } from '../platform/postgres.ts';

/** The only SQL of rooms: one row with their generation, which is raised when Redis has lost data (migration 0059). */

export interface StoredGeneration {
  readonly generation: number;
  readonly redisRunId: string;
}

export async function readGeneration(db: Db): Promise<StoredGeneration> {
  const [row] = await db<StoredGeneration[]>`
    select generation, redis_run_id as "redisRunId" from room_generation`;
  if (row === undefined) throw new Error('room_generation has no row: run the migrations');
  return row;
}

/** Raises the generation once for a Redis process: a second gateway waits for the row's lock and then finds it raised. */
export async function raiseForRedis(db: Db, runId: string): Promise<boolean> {
  const raised = await db`
    update room_generation set generation = generation + 1, redis_run_id = ${runId}, raised_at = now()
    where redis_run_id <> ${runId} returning generation`;
  return raised.length > 0;
}

/** Raises the generation above this one, in which the sn of a room went down, so data was lost. False: it is higher already. */
export async function raiseAbove(db: Db, generation: number): Promise<boolean> {
  const raised = await db`
    update room_generation set generation = generation + 1, raised_at = now()
    where generation = ${generation} returning generation`;
  return raised.length > 0;
}
