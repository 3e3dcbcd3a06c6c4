import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import {
  isAfterDrain,
  knownMigrations,
  migrateDatabase,
  migrationFile,
  MIGRATIONS_DIRECTORY,
} from './migrate-database.ts';
import { connectPostgres, inTransaction, type Db } from './postgres.ts';

/**
 * From this migration on, the shop stays open during a release, so the release before it must run on the new tables. A
 * migration that needs a stop is listed with the reason.
 */
const FIRST_WITHOUT_STOP = '0050';
const NEED_A_STOP: readonly string[] = [];
/** From this migration on, no migration may lock a table while it reads the whole of it. */
const FIRST_WITHOUT_SCANS = '0062';

interface SentStatement {
  readonly text: string;
  readonly types: readonly number[];
}

const migrations = knownMigrations()
  .toSorted()
  .map((name) => migrationFile(name, readFileSync(new URL(name, MIGRATIONS_DIRECTORY), 'utf8')));

/** The statements that the last release sends. `npm run release:flows` wrote them when that release was made. */
const released = readFileSync(new URL('../orders/released-statements.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as SentStatement);

/** The statements that PostgreSQL refuses on these tables, each with PostgreSQL's reason. */
async function refusedStatements(db: Db, statements: readonly SentStatement[]): Promise<string[]> {
  const refused: string[] = [];
  const connection = await db.reserve();
  try {
    await connection`set plan_cache_mode = force_generic_plan`;
    for (const { text, types } of statements) {
      const names = await connection<{ name: string }[]>`
        select coalesce(format_type(nullif(type, 0), null), 'unknown') as name
        from unnest(${[...types]}::int[]) with ordinality as list (type, nth) order by nth`;
      const parameters = names.length === 0 ? '' : `(${names.map(({ name }) => name).join(', ')})`;
      try {
        await connection.unsafe(`prepare released${parameters} as ${text}`);
        const values = names.length === 0 ? '' : `(${names.map(() => 'null').join(', ')})`;
        // PostgreSQL checks the key that `on conflict` names only when it makes the plan.
        await connection.unsafe(`explain execute released${values}`);
      } catch (error) {
        refused.push(`${error instanceof Error ? error.message : String(error)}: ${text}`);
      }
      await connection.unsafe('deallocate all');
    }
  } finally {
    connection.release();
  }
  return refused;
}

describe('statements of the previous release on the current tables', () => {
  const name = `jawhara_older_${randomBytes(6).toString('hex')}`;
  let db: Db;
  beforeAll(async () => {
    db = connectPostgres({ url: await createDatabase(inject('databaseAdminUrl'), name), connectionsMax: 2 });
    // Migrations that wait are left out, because the previous release does not run on their result.
    await migrateDatabase(db, { leavesAfterDrain: true });
  });
  afterAll(async () => {
    await db.end({ timeout: 2 });
    await dropDatabase(inject('databaseAdminUrl'), name);
  });

  it('each migration states in its first line that the previous release runs on it, or in its name that it waits', () => {
    const silent = migrations.filter(
      ({ name, olderCodeRuns }) =>
        name >= FIRST_WITHOUT_STOP && !NEED_A_STOP.includes(name) && olderCodeRuns === isAfterDrain(name),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('no SQL statement of the previous release is refused by the current tables', async () => {
    expect(released.length).toBeGreaterThan(200);
    expect(await refusedStatements(db, released)).toEqual([]);
  });

  it('a migration that waits until older builds have ended really breaks a statement of the previous release', async () => {
    await migrateDatabase(db);
    const refused = await refusedStatements(db, released);
    expect(refused.filter((line) => !line.includes('no unique or exclusion constraint'))).toEqual([]);
    expect(refused.filter((line) => line.includes('insert into notifications'))).toHaveLength(1);
  });

  it('the check of the previous release’s statements reports a renamed column and a renamed table', async () => {
    await inTransaction(db, async (tx) => {
      await tx`alter table orders rename column price_usd_cents to price`;
      await tx`alter table cards_in_hand rename to sealed_payments`;
    });
    const refused = await refusedStatements(db, released);
    expect(refused.filter((line) => line.includes('"price_usd_cents" does not exist'))).not.toEqual([]);
    expect(refused.filter((line) => line.includes('"cards_in_hand" does not exist'))).not.toEqual([]);
  });
});

const SCANS = [
  {
    what: 'an index is built outside a transaction, concurrently',
    of: /create (?:unique )?index (?!concurrently)\S+ on (\w+)/gi,
  },
  {
    what: 'a constraint is added not valid, and validated by a file outside a transaction',
    of: /alter table (?:only )?(\w+)[^;]*?add (?:constraint \w+ )?(?:check|foreign key)(?![^;]*not valid)/gi,
  },
  {
    what: 'a column is added without a constraint, which is added not valid after it',
    of: /alter table (?:only )?(\w+)[^;]*?add column [^;]*?\b(?:references|check)\b/gi,
  },
  {
    what: 'a column keeps its type',
    of: /alter table (?:only )?(\w+)[^;]*?alter column \w+ (?:set data )?type/gi,
  },
  {
    what: 'a column becomes required by a validated check',
    of: /alter table (?:only )?(\w+)[^;]*?set not null/gi,
  },
];

/** Statements that read or rewrite a whole existing table under a lock that stops the shop. */
function scansOf(text: string): string[] {
  const created = new Set(
    Array.from(text.matchAll(/create table (?:if not exists )?(\w+)/gi), ([, name]) => name),
  );
  return SCANS.flatMap(({ what, of }) =>
    Array.from(text.matchAll(of), ([, table]) => table)
      .filter((table) => !created.has(table))
      .map((table) => `${table}: ${what}`),
  );
}

describe('a migration', () => {
  it.each(migrations.filter(({ name }) => name >= FIRST_WITHOUT_SCANS))(
    'the migration $name reads no whole table under a lock',
    ({ text }) => {
      expect(scansOf(text)).toEqual([]);
    },
  );

  it('the check finds a migration that reads a whole table under a lock', () => {
    expect(scansOf('create index a on orders (state);')).toHaveLength(1);
    expect(scansOf('alter table orders add constraint a check (b > 0);')).toHaveLength(1);
    expect(scansOf('alter table orders add constraint a check (b > 0) not valid;')).toEqual([]);
    expect(scansOf('alter table orders add column b bigint references a (id);')).toHaveLength(1);
    expect(scansOf('alter table orders add column b bigint;')).toEqual([]);
    expect(scansOf('alter table orders alter column b type bigint;')).toHaveLength(1);
    expect(scansOf('alter table orders alter column b set not null;')).toHaveLength(1);
    expect(scansOf('create table a (b int); create index c on a (b);')).toEqual([]);
    expect(scansOf('create index concurrently a on orders (state);')).toEqual([]);
  });

  it('a migration outside a transaction contains no $$ block', () => {
    const blocks = migrations.filter(
      ({ isOutsideTransaction, text }) => isOutsideTransaction && text.includes('$$'),
    );
    expect(blocks).toEqual([]);
  });
});
