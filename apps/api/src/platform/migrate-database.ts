import { readdir, readFile } from 'node:fs/promises';
import type { Db } from './postgres.ts';

const DIRECTORY = new URL('../migrations/', import.meta.url);
/** Any number: it only has to be the same in every instance that starts at once. */
const LOCK = 7_342_001;

/** Applies what is missing, or what is wanted of it, in order, each in its own transaction; instances that start together wait for one another. */
export async function migrateDatabase(
  db: Db,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const names = (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql'));
  const files = names.filter(isWanted).toSorted();
  const reserved = await db.reserve();
  try {
    // Whatever the role, the database or the pool allows otherwise: a migration is not cut off half way.
    await reserved`set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`.simple();
    await reserved`select pg_advisory_lock(${LOCK})`;
    await reserved`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`;
    const rows = await reserved<{ name: string }[]>`select name from schema_migrations`;
    const applied = new Set(rows.map((row) => row.name));
    const missing = files.filter((name) => !applied.has(name));
    for (const name of missing) {
      const text = await readFile(new URL(name, DIRECTORY), 'utf8');
      await reserved
        .unsafe(`begin; ${text}; insert into schema_migrations (name) values ('${name}'); commit;`)
        .simple();
    }
    return missing;
  } catch (error) {
    // Left open, the broken transaction would hide what broke it.
    await reserved`rollback`;
    throw error;
  } finally {
    await reserved`select pg_advisory_unlock(${LOCK})`;
    await reserved`reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout`.simple();
    reserved.release();
  }
}
