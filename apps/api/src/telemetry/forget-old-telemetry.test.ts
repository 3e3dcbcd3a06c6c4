import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { createLogger } from '../platform/logger.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { forgetOldTelemetry } from './forget-old-telemetry.ts';
import { insertRecords } from './telemetry.store.ts';
import { daysAgo, readStoredDays, partOf, partsOf, recordOf } from './test/telemetry-days.ts';

const KEEP_DAYS = 90;
const NOTHING = { made: 0, dropped: 0, deleted: 0 };
const DEFAULT = 'telemetry_records_default';
const coming = () => Array.from({ length: 8 }, (_, ahead) => partOf(daysAgo(-ahead)));

let database: TestDatabase;
/** `owner` is the owner of the tables; `program` has the rights of the running program. */
let owner: Db;
let program: Db;
const lines: string[] = [];
const logger = createLogger('info', { write: (line) => void lines.push(line) });

const DAY_MS = 86_400_000;
const PLAY_MS = 60_000;
// The database uses its own date, so these tests must not run across midnight.
beforeAll(async () => {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < PLAY_MS) await setTimeout(leftMs + 1_000);
}, 2 * PLAY_MS);
beforeEach(async () => {
  database = await openDatabase();
  owner = database.db;
  program = connectPostgres({ url: asProgram(database.url), connectionsMax: 3 });
});
afterEach(async () => {
  await program.end({ timeout: 2 });
  await database.close();
});
afterAll(() => lines.splice(0));

const forget = (db = program, keepDays = KEEP_DAYS) => forgetOldTelemetry({ db, logger, keepDays });
const makeDay = (days: number) =>
  owner`select make_telemetry_day(${daysAgo(days).toISOString().slice(0, 10)}::date)`;

describe('old telemetry', () => {
  it('telemetry older than 90 days is dropped with its daily partition, and newer telemetry stays', async () => {
    for (const days of [89, 90, 91, 500]) await makeDay(days);
    const records = [0, 89, 90, 91, 500].map((days) => recordOf(daysAgo(days), `${days} days`));
    await insertRecords(program, records);
    expect(await readStoredDays(owner)).toMatchObject({ '91 days': partOf(daysAgo(91)) });

    expect(await forget()).toEqual({ made: 0, dropped: 2, deleted: 0 });
    expect(await readStoredDays(owner)).toEqual({
      '0 days': partOf(daysAgo(0)),
      '89 days': partOf(daysAgo(89)),
      '90 days': partOf(daysAgo(90)),
    });
    const gone = await owner`select from pg_class where relname like ${`${partOf(daysAgo(91))}%`}`;
    expect(gone).toHaveLength(0);
    expect(await partsOf(owner)).toEqual([partOf(daysAgo(90)), partOf(daysAgo(89)), ...coming(), DEFAULT]);
    expect(lines.join('')).toContain('"dropped":2');
    expect(await forget()).toEqual(NOTHING);
  });

  it('the daily partitions of telemetry for the coming week exist, and missing ones are created', async () => {
    expect(await partsOf(owner)).toEqual([...coming(), DEFAULT]);
    await owner.unsafe(`drop table ${coming().slice(2).join(', ')}`);
    expect(await forget()).toEqual({ ...NOTHING, made: 6 });
    expect(await partsOf(owner)).toEqual([...coming(), DEFAULT]);
    await insertRecords(program, [recordOf(daysAgo(-7), 'next week')]);
    expect(await readStoredDays(owner)).toEqual({ 'next week': coming().at(-1) });
  });

  it('when several processes run the job at once, each old telemetry partition is dropped once', async () => {
    for (const days of [100, 101, 102]) await makeDay(days);
    await owner.unsafe(`drop table ${coming().slice(4).join(', ')}`);
    const other = connectPostgres({ url: asProgram(database.url), connectionsMax: 3 });
    try {
      const all = await Promise.all([program, other, program, other, program].map((db) => forget(db)));
      expect(all.reduce((sum, { made }) => sum + made, 0)).toBe(4);
      expect(all.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(3);
    } finally {
      await other.end({ timeout: 2 });
    }
  });
});

describe('telemetry of a day without a partition of its own', () => {
  it('telemetry of a day without a daily partition is stored once in the default partition, and deleted when it is too old', async () => {
    const batch = [91, 89, 0, -30].map((days) => recordOf(daysAgo(days), `${days} days`));
    await insertRecords(program, batch);
    await insertRecords(program, batch);
    expect(await owner`select from telemetry_records`).toHaveLength(4);
    expect(await forget()).toEqual({ ...NOTHING, deleted: 1 });
    expect(await readStoredDays(owner)).toEqual({
      '89 days': DEFAULT,
      '0 days': partOf(daysAgo(0)),
      '-30 days': DEFAULT,
    });
  });

  it('telemetry in the default partition does not keep the job from creating the partitions of other days', async () => {
    await owner.unsafe(`drop table ${coming().slice(1).join(', ')}`);
    await insertRecords(program, [recordOf(daysAgo(-1), 'tomorrow')]);
    expect(await forget()).toEqual({ ...NOTHING, made: 6 });
    expect(await readStoredDays(owner)).toEqual({ tomorrow: DEFAULT });
  });
});

describe('rights of the program’s database role', () => {
  it('the program’s database role cannot change, empty or drop stored telemetry', async () => {
    await insertRecords(program, [recordOf(daysAgo(0), 'today')]);
    const today = partOf(daysAgo(0));
    for (const statement of [
      'drop table telemetry_records',
      `drop table ${today}`,
      `alter table telemetry_records detach partition ${today}`,
      'alter table telemetry_records add column more text',
      'alter function keep_telemetry_days(integer) set search_path = public',
      'drop function keep_telemetry_days(integer)',
    ])
      await expect(program.unsafe(statement)).rejects.toThrow('must be owner');
    for (const statement of [
      'truncate telemetry_records',
      'delete from telemetry_records',
      "update telemetry_records set name = 'x'",
      `delete from ${today}`,
      `select from ${DEFAULT}`,
      'select make_telemetry_day(current_date - 5)',
    ])
      await expect(program.unsafe(statement)).rejects.toThrow('permission denied');
    expect(await readStoredDays(owner)).toEqual({ today });
  });

  it('only the program’s database role may call the function that drops old telemetry', async () => {
    const rights = await owner<{ may: string }[]>`
      select proname || ' by ' || case grantee when 0 then 'everybody' else grantee::regrole::text end as may
      from pg_proc, aclexplode(proacl) where proname like '%telemetry_day%' and grantee <> proowner`;
    expect(rights.map(({ may }) => may)).toEqual(['keep_telemetry_days by jawhara_app']);
  });

  it('the program cannot drop telemetry of the last seven days, whatever number of days it passes', async () => {
    await makeDay(6);
    await insertRecords(program, [recordOf(daysAgo(6), 'six'), recordOf(daysAgo(-6), 'ahead')]);
    for (const days of [6, 0, -1, -100_000, null, 2_147_483_647])
      await expect(program`select keep_telemetry_days(${days}::int)`).rejects.toThrow(
        /at least 7|out of range/,
      );
    expect(Object.keys(await readStoredDays(owner)).toSorted()).toEqual(['ahead', 'six']);
  });

  it('a program that is set to seven days keeps telemetry of seven days', async () => {
    for (const days of [7, 8]) await makeDay(days);
    expect(await forget(program, 7)).toEqual({ ...NOTHING, dropped: 1 });
    expect(await partsOf(owner)).toContain(partOf(daysAgo(7)));
  });

  it('dropping old telemetry uses the real tables even if the program’s role has temporary tables of the same names', async () => {
    await makeDay(100);
    // Grants a right that the database normally refuses, because the function must be safe even then.
    await owner`do $$ begin execute format('grant temporary on database %I to jawhara_app', current_database()); end $$`;
    const retention = await program.begin(async (tx) => {
      await tx`create temporary table telemetry_records_default (received_at timestamptz)`;
      await tx`create temporary table pg_inherits (inhrelid oid, inhparent oid)`;
      await tx`set local search_path = pg_temp, public`;
      const [row] = await tx`select made, dropped, deleted from public.keep_telemetry_days(90)`;
      return row;
    });
    expect(retention).toEqual({ ...NOTHING, dropped: 1 });
  });
});

it('dropping old telemetry gives up while the table is being read, and the next run succeeds', async () => {
  await makeDay(100);
  const reading = await owner.reserve();
  await reading`begin`;
  await reading`select from telemetry_records`;
  // The reader commits only after this call, so the call must give up instead of waiting for the lock.
  await expect(forget()).rejects.toThrow('lock timeout');
  await reading`commit`;
  reading.release();
  expect(await forget()).toEqual({ ...NOTHING, dropped: 1 });
});
