import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { statementsOf } from './migrate-file.ts';
import { migrateDatabase, type MigrationRun } from './migrate-database.ts';
import { connectPostgres, inTransaction, type Db } from './postgres.ts';

const REPORT_MS = 4_000;
/** The longest time that a payer's write may wait while a migration waits for a report that reads the same table. */
const PRESS_WAITS_AT_MOST_MS = 2_000;
const QUICK: MigrationRun = { pauseMs: 200 };

const database = `jawhara_test_${randomBytes(6).toString('hex')}`;
let url: string;
let owner: Db;
let directory: string;
let run: (options?: MigrationRun) => Promise<string[]>;

const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);

beforeAll(async () => {
  url = await createDatabase(inject('databaseAdminUrl'), database);
});
beforeEach(async () => {
  owner = connectPostgres({ url, connectionsMax: 1 });
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  run = (options) => migrateDatabase(owner, { directory: pathToFileURL(`${directory}/`), ...options });
  await owner`drop table if exists presses, schema_migrations cascade`;
  write('0001_presses.sql', 'create table presses (id bigint generated always as identity, at timestamptz);');
  await run();
});
afterEach(async () => {
  await owner.end({ timeout: 1 });
  rmSync(directory, { recursive: true, force: true });
});
afterAll(() => dropDatabase(inject('databaseAdminUrl'), database));

/**
 * Runs the work while a report reads the table for some seconds and payers write into it. Returns how long the slowest
 * write took.
 */
async function besideAReport(work: () => Promise<unknown>): Promise<{ slowestMs: number; presses: number }> {
  const payers = connectPostgres({ url, connectionsMax: 4 });
  const report = new AbortController();
  let slowestMs = 0;
  let presses = 0;
  const reading = inTransaction(payers, async (tx) => {
    await tx`select count(*) from presses`;
    await setTimeout(REPORT_MS);
  }).then(() => report.abort());
  await setTimeout(200);
  const press = async (): Promise<void> => {
    while (!report.signal.aborted) {
      const startedAt = performance.now();
      await payers`insert into presses (at) values (now())`;
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      presses += 1;
      await setTimeout(20);
    }
  };
  await Promise.all([reading, press(), press(), work()]);
  await payers.end({ timeout: 1 });
  return { slowestMs, presses };
}

describe('a migration while the shop works', () => {
  it('a migration adds a column during a long report, and no payer’s write waits longer than two seconds', async () => {
    write('0002_note.sql', '-- Older code runs on this.\nalter table presses add column note text;');
    const waits: string[] = [];
    const { slowestMs, presses } = await besideAReport(() =>
      run({ ...QUICK, onWait: (line) => waits.push(line) }),
    );
    expect(slowestMs).toBeLessThan(PRESS_WAITS_AT_MOST_MS);
    expect(presses).toBeGreaterThan(20);
    expect(waits.length).toBeGreaterThan(1);
    expect(waits[0]).toMatch(/^0002_note\.sql waits for a lock; oldest transactions: pid \d+/);
    expect(await owner`select note from presses limit 1`).toHaveLength(1);
  });

  it('a migration builds an index during a long report, and no payer’s write waits longer than two seconds', async () => {
    write(
      '0002_at.sql',
      '-- Older code runs on this.\n-- Outside a transaction.\ncreate index concurrently presses_at on presses (at);',
    );
    const { slowestMs } = await besideAReport(() => run(QUICK));
    expect(slowestMs).toBeLessThan(PRESS_WAITS_AT_MOST_MS);
    expect(
      await owner`select from pg_index where indexrelid = 'presses_at'::regclass and indisvalid`,
    ).toHaveLength(1);
  });

  it('a migration that gets no lock names the blocking sessions, changes nothing, and can be run again', async () => {
    write('0002_note.sql', 'alter table presses add column note text;');
    const reader = connectPostgres({ url, connectionsMax: 1 });
    await inTransaction(reader, async (tx) => {
      await tx`select count(*) from presses`;
      await expect(run({ pauseMs: 50, giveUpAfterMs: 100 })).rejects.toThrow(
        /^0002_note\.sql got no lock; nothing of this statement was changed\. .* pid \d+/,
      );
    });
    await reader.end({ timeout: 1 });
    expect(await run(QUICK)).toEqual(['0002_note.sql']);
  });
});

describe('a migration that waits for the drain', () => {
  it('a migration that waits until older builds have ended is left out and named while an older build may run', async () => {
    write('0002_months.after-drain.sql', 'alter table presses add column month int;');
    write('0003_note.sql', '-- Older code runs on this.\nalter table presses add column note text;');
    const left: string[] = [];
    expect(await run({ leavesAfterDrain: true, onLeft: (name) => left.push(name) })).toEqual([
      '0003_note.sql',
    ]);
    expect(left).toEqual(['0002_months.after-drain.sql']);
    expect(await run()).toEqual(['0002_months.after-drain.sql']);
    expect(await run({ leavesAfterDrain: true })).toEqual([]);
  });
});

describe('a migration file outside a transaction', () => {
  it('a migration outside a transaction rebuilds an index that a failed run left invalid', async () => {
    await owner`insert into presses (at) values ('2026-01-01'), ('2026-01-01')`;
    write(
      '0002_at.sql',
      '-- Outside a transaction.\ncreate unique index concurrently presses_at on presses (at);',
    );
    await expect(run(QUICK)).rejects.toThrow('could not create unique index');
    expect(
      await owner`select from pg_index where indexrelid = 'presses_at'::regclass and not indisvalid`,
    ).toHaveLength(1);
    await owner`delete from presses`;
    expect(await run(QUICK)).toEqual(['0002_at.sql']);
    expect(
      await owner`select from pg_index where indexrelid = 'presses_at'::regclass and indisvalid`,
    ).toHaveLength(1);
  });

  it('a migration outside a transaction is split into its statements, without comments', () => {
    const text =
      '-- Outside a transaction.\n-- Why.\nalter table a\n  validate constraint b;\ncreate index concurrently c on a (d);\n';
    expect(statementsOf(text)).toEqual([
      'alter table a\n  validate constraint b',
      'create index concurrently c on a (d)',
    ]);
  });
});
