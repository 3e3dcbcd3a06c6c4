import { setTimeout } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';

/**
 * How long a statement may wait for a lock. All later statements on the table queue behind it, so a payer's request may be delayed
 * for this long. After a time-out the queue drains before the next try.
 */
const LOCK_WAIT_MS = 1_000;
const PAUSE_MS = 2_000;
const PAUSE_MAX_MS = 15_000;
const GIVE_UP_AFTER_MS = 20 * 60_000;

const LOCK_NOT_AVAILABLE = '55P03';
/** Statements that block no reads or writes while they wait for a lock. */
const BLOCKS_NOBODY =
  /^(?:create (?:unique )?index concurrently|drop index concurrently|reindex .*concurrently|alter table \S+ validate constraint)/i;

export interface MigrationFile {
  readonly name: string;
  readonly text: string;
  /**
   * Each statement runs by itself, because PostgreSQL refuses some of them in a transaction. The file must be safe to run again from
   * its start.
   */
  readonly isOutsideTransaction: boolean;
  readonly olderCodeRuns: boolean;
}

export interface LockWaits {
  readonly onWait?: (line: string) => void;
  readonly pauseMs?: number;
  readonly giveUpAfterMs?: number;
}

const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;

/** Statements of a file that runs outside a transaction end with a semicolon at the end of a line. */
export function statementsOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Names the sessions with the oldest transactions: one of them most probably has the lock. */
async function oldestTransactions(db: ReservedSql): Promise<string> {
  const rows = await db<{ session: string }[]>`
    select format('pid %s (%s, %s s)', pid, coalesce(nullif(application_name, ''), 'no name'),
      extract(epoch from now() - xact_start)::int) as session
    from pg_stat_activity
    where xact_start is not null and pid <> pg_backend_pid() and datname = current_database()
    order by xact_start limit 3`;
  return rows.length === 0 ? 'gone meanwhile' : rows.map(({ session }) => session).join(', ');
}

/** Tries again until the statement gets its lock. Between two tries, statements that have queued behind it can run. */
async function retryOnLock(
  db: ReservedSql,
  name: string,
  { onWait, pauseMs = PAUSE_MS, giveUpAfterMs = GIVE_UP_AFTER_MS }: LockWaits,
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  for (let pause = pauseMs; ; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    try {
      await work();
      return;
    } catch (error) {
      await db`rollback`;
      if (!isLockTimeout(error)) throw error;
      const sessions = await oldestTransactions(db);
      if (performance.now() - startedAt > giveUpAfterMs)
        throw new Error(
          `${name} got no lock; nothing of this statement was changed. End the long transaction and run migrate again: ${sessions}`,
          { cause: error },
        );
      onWait?.(`${name} waits for a lock; oldest transactions: ${sessions}`);
      await setTimeout(pause);
    }
  }
}

/**
 * A concurrent build of an index that was interrupted leaves an invalid index, which is written but never read. `if not
 * exists` would keep that index, so it is dropped first.
 */
async function dropInvalidIndexes(db: ReservedSql, statement: string): Promise<void> {
  const name = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(statement)?.[1];
  if (name === undefined) return;
  const [index] = await db<{ isInvalid: boolean }[]>`
    select not indisvalid as "isInvalid" from pg_index where indexrelid = to_regclass(${name})`;
  if (index?.isInvalid === true) await db.unsafe(`drop index concurrently ${name}`);
}

const recordOf = ({ name, olderCodeRuns }: MigrationFile): string =>
  `insert into schema_migrations (name, older_code_runs) values ('${name}', ${olderCodeRuns})`;

export async function migrateFile(db: ReservedSql, file: MigrationFile, waits: LockWaits): Promise<void> {
  if (!file.isOutsideTransaction) {
    const text = `begin; set local lock_timeout = ${LOCK_WAIT_MS}; ${file.text}; ${recordOf(file)}; commit;`;
    return retryOnLock(db, file.name, waits, () => db.unsafe(text).simple());
  }
  for (const statement of statementsOf(file.text)) {
    await db.unsafe(`set lock_timeout = ${BLOCKS_NOBODY.test(statement) ? 0 : LOCK_WAIT_MS}`);
    await dropInvalidIndexes(db, statement);
    await retryOnLock(db, file.name, waits, () => db.unsafe(statement));
  }
  await db.unsafe(recordOf(file));
}
