import type { Sql } from 'postgres';
import { growthStatements, TELEMETRY_DAYS, type Scale } from './growth-statements.ts';
import { GROWING_TABLES } from './table-growth.ts';

/** Drops the indexes of a table, to build them once it is filled; indexes of constraints stay. */
async function takeIndexesAway(db: Sql, table: string): Promise<string[]> {
  const indexes = await db<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass and not exists (select from pg_constraint where conindid = indexrelid)`;
  for (const { name } of indexes) await db.unsafe(`drop index ${name}`);
  // For a partitioned table PostgreSQL returns `ON ONLY`, which would create the parent's index without those of its
  // partitions.
  return indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

/** Partitions can be unlogged; a partitioned table cannot. */
async function isInParts(db: Sql, table: string): Promise<boolean> {
  const found = await db`select from pg_partitioned_table where partrelid = ${table}::regclass`;
  return found.length > 0;
}

/** PostgreSQL lets no logged table reference an unlogged one. */
async function smallTablesThatReference(db: Sql): Promise<string[]> {
  const found = await db<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(${[...GROWING_TABLES]})
      and conrelid::regclass::text <> all(${[...GROWING_TABLES]}) and conparentid = 0`;
  return found.map(({ name }) => name);
}

/** Fills table by table, for speed without triggers and write-ahead log: this data may be lost. */
export async function seedGrowth(db: Sql, scale: Scale, say: (line: string) => void): Promise<void> {
  const statements = growthStatements(scale);
  const reserved = await db.reserve();
  try {
    await reserved`set session_replication_role = replica`;
    await reserved`set jit = off`;
    await reserved`set work_mem = '256MB'`;
    await reserved`set maintenance_work_mem = '512MB'`;
    // In production each day's partition is created before the day begins.
    await reserved`
      select make_telemetry_day((now() at time zone 'UTC')::date - ago) from generate_series(1, ${TELEMETRY_DAYS}::int) ago`;
    for (const table of [...(await smallTablesThatReference(reserved)), ...GROWING_TABLES.toReversed()])
      if (!(await isInParts(reserved, table))) await reserved`alter table ${reserved(table)} set unlogged`;
    for (const [done, table] of GROWING_TABLES.entries()) {
      const indexes = await takeIndexesAway(reserved, table);
      const { count } = await reserved.unsafe(statements[table]);
      for (const index of indexes) await reserved.unsafe(index);
      await reserved`analyze ${reserved(table)}`;
      const percent = String(Math.round(((done + 1) / GROWING_TABLES.length) * 100)).padStart(3);
      say(`${percent} %  ${table}: ${count} rows`);
    }
    // Triggers normally fill the two tables below, but they are switched off here.
    await reserved`
      insert into orders_due (order_id, recipient_account_id, look_after)
      select id, recipient_account_id, look_after from orders where look_after is not null`;
    await reserved`
      insert into notifications_due (notification_id, order_id, hand_over_after)
      select id, order_id, hand_over_after from notifications where hand_over_after is not null`;
    await reserved`analyze orders_due, notifications_due`;
    say('tidying up');
    await reserved.unsafe(`vacuum (analyze) ${GROWING_TABLES.join(', ')}`);
  } finally {
    reserved.release();
  }
}
