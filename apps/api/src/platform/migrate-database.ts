import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { migrateFile, type LockWaits, type MigrationFile } from './migrate-file.ts';
import type { Db, Reader } from './postgres.ts';

/** Whether the schema fits this build of the program. A newer schema fits if its migrations say that older code runs on it. */
export type SchemaFit = 'fits' | 'older' | 'newer';

export const MIGRATIONS_DIRECTORY = new URL('../migrations/', import.meta.url);

export interface AppliedMigration {
  readonly name: string;
  readonly olderCodeRuns: boolean;
}

/**
 * Name ending of a migration that waits: the release that brings it works without it, and older builds cannot work with
 * its result. It is applied when the older builds have ended their work.
 */
const AFTER_DRAIN = '.after-drain.sql';
export const isAfterDrain = (name: string): boolean => name.endsWith(AFTER_DRAIN);

export function schemaFit(known: readonly string[], applied: readonly AppliedMigration[]): SchemaFit {
  const names = new Set(applied.map(({ name }) => name));
  if (known.some((name) => !names.has(name) && !isAfterDrain(name))) return 'older';
  const own = new Set(known);
  return applied.some(({ name, olderCodeRuns }) => !own.has(name) && !olderCodeRuns) ? 'newer' : 'fits';
}

/** The migrations this program was built with; they do not change while it runs. */
export function knownMigrations(): readonly string[] {
  return readdirSync(MIGRATIONS_DIRECTORY).filter((name) => name.endsWith('.sql'));
}

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';

/** Without a table of applied migrations the schema counts as older, not as unreachable. */
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
 * A release migrates before it starts new programs, so old ones run on the new tables for a while. A migration that allows
 * this says so in its first line; the database stores it, because old programs do not have the file.
 */
const OLDER_CODE_RUNS = '-- Older code runs on this.';
const OUTSIDE_TRANSACTION = /^-- Outside a transaction\.$/m;
/** An arbitrary number, the same in every process, for a lock that lets one process migrate at a time. */
const LOCK = 7_342_001;

/**
 * PostgreSQL finds a temporary table before one of the schema, so a role that may create temporary tables could mislead
 * a statement that names no schema. The right is stored for the database and not in its contents: it is back after a
 * dump is restored or a template is copied, and a migration file would not run again. Only the database's owner or a
 * superuser can revoke it.
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
  /** Set for a release: an older build may still be running, so migrations that wait until it has ended are not applied. */
  readonly leavesAfterDrain?: boolean;
  readonly onLeft?: (name: string) => void;
  readonly directory?: URL;
}

/**
 * Applies the missing migrations in order (only those that `isWanted` accepts), each in its own transaction unless its
 * file says otherwise. Processes that start together wait for one another.
 */
export async function migrateDatabase(
  db: Db,
  {
    isWanted = () => true,
    leavesAfterDrain = false,
    onLeft,
    directory = MIGRATIONS_DIRECTORY,
    ...waits
  }: MigrationRun = {},
): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'));
  const files = names.filter(isWanted).toSorted();
  const reserved = await db.reserve();
  try {
    // A migration must not be cut off by a time limit of the role, the database or the pool.
    await reserved`set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`.simple();
    await reserved`select pg_advisory_lock(${LOCK})`;
    await reserved`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`;
    await reserved`alter table schema_migrations add column if not exists older_code_runs boolean not null default false`;
    const rows = await reserved<{ name: string }[]>`select name from schema_migrations`;
    const applied = new Set(rows.map((row) => row.name));
    const isLeft = (name: string): boolean => leavesAfterDrain && isAfterDrain(name);
    const unapplied = files.filter((name) => !applied.has(name));
    for (const name of unapplied.filter(isLeft)) onLeft?.(name);
    const missing = unapplied.filter((name) => !isLeft(name));
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
