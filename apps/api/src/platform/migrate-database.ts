import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { migrateFile, type LockWaits, type MigrationFile } from './migrate-file.ts';
import type { Db, Reader } from './postgres.ts';

/** How the tables fit this program. Newer ones fit too where their migration says that older code runs on them. */
export type SchemaFit = 'fits' | 'older' | 'newer';

export const MIGRATIONS_DIRECTORY = new URL('../migrations/', import.meta.url);

export interface AppliedMigration {
  readonly name: string;
  readonly olderCodeRuns: boolean;
}

export function schemaFit(known: readonly string[], applied: readonly AppliedMigration[]): SchemaFit {
  const names = new Set(applied.map(({ name }) => name));
  if (known.some((name) => !names.has(name))) return 'older';
  const own = new Set(known);
  return applied.some(({ name, olderCodeRuns }) => !own.has(name) && !olderCodeRuns) ? 'newer' : 'fits';
}

/** The migrations this program was built with; they do not change while it runs. */
export function knownMigrations(): readonly string[] {
  return readdirSync(MIGRATIONS_DIRECTORY).filter((name) => name.endsWith('.sql'));
}

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';

/** Tables so old that they do not say what was applied are older, not away. */
export async function readSchemaFit(db: Db, known: readonly string[]): Promise<SchemaFit> {
  try {
    const applied = await db<AppliedMigration[]>`
      select name, older_code_runs as "olderCodeRuns" from schema_migrations`;
    return schemaFit(known, applied);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN) return 'older';
    throw error;
  }
}

/**
 * A release migrates first and starts its programs afterwards, so for a while the old ones run on the new tables. A migration
 * they can run on says so in its first line; the database keeps it, because the old programs do not have the file.
 */
const OLDER_CODE_RUNS = '-- Older code runs on this.';
const OUTSIDE_TRANSACTION = /^-- Outside a transaction\.$/m;
/** Any number: it only has to be the same in every instance that starts at once. */
const LOCK = 7_342_001;

/**
 * A temporary table is found before one of the schema, so every role that can create one can deceive a statement that names no schema.
 * The right belongs to the database and not to its contents: a restored dump and a copy of a template come without this, and no file
 * in the directory would be applied again. Only the database's owner or a superuser can withdraw it.
 */
async function withdrawTemporaryTables(db: Reader): Promise<void> {
  await db`
    do $$ begin
      execute format('revoke temporary on database %I from public', current_database());
    end $$`.simple();
}

export function migrationFile(name: string, text: string): MigrationFile {
  return {
    name,
    text,
    olderCodeRuns: text.startsWith(OLDER_CODE_RUNS),
    isOutsideTransaction: OUTSIDE_TRANSACTION.test(text),
  };
}

export interface MigrationRun extends LockWaits {
  readonly isWanted?: (name: string) => boolean;
  readonly directory?: URL;
}

/**
 * Applies what is missing, or what is wanted of it, in order, each in its own transaction unless its file says otherwise;
 * instances that start together wait for one another.
 */
export async function migrateDatabase(
  db: Db,
  { isWanted = () => true, directory = MIGRATIONS_DIRECTORY, ...waits }: MigrationRun = {},
): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'));
  const files = names.filter(isWanted).toSorted();
  const reserved = await db.reserve();
  try {
    // Whatever the role, the database or the pool allows otherwise: a migration is not cut off half way.
    await reserved`set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`.simple();
    await reserved`select pg_advisory_lock(${LOCK})`;
    await reserved`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`;
    await reserved`alter table schema_migrations add column if not exists older_code_runs boolean not null default false`;
    const rows = await reserved<{ name: string }[]>`select name from schema_migrations`;
    const applied = new Set(rows.map((row) => row.name));
    const missing = files.filter((name) => !applied.has(name));
    for (const name of missing)
      await migrateFile(
        reserved,
        migrationFile(name, await readFile(new URL(name, directory), 'utf8')),
        waits,
      );
    await withdrawTemporaryTables(reserved);
    return missing;
  } finally {
    await reserved`select pg_advisory_unlock(${LOCK})`;
    await reserved`reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout`.simple();
    reserved.release();
  }
}
