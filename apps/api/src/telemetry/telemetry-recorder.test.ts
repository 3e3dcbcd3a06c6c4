import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { systemChance, timeOrderedId } from '../platform/time-ordered-id.ts';
import { telemetryRecorder } from './telemetry-recorder.ts';

const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
const logger = createLogger('silent');
const teller = { device: 'd', accountId: null };
let db: Db;

beforeAll(async () => {
  db = connectPostgres({ url: await createDatabase(inject('databaseAdminUrl'), name), connectionsMax: 2 });
  await migrateDatabase(db);
});
afterAll(async () => {
  await db.end({ timeout: 2 });
  await dropDatabase(inject('databaseAdminUrl'), name);
});

function recorder(at: Db, waitingMax = 10_000) {
  return telemetryRecorder({
    db: at,
    now: systemClock,
    newId: () => timeOrderedId(systemClock, systemChance),
    logger,
    waitingMax,
  });
}

const told = (i: number) => ({ kind: 'event' as const, name: 'bulk', body: { i } });

it('writes thousands in bulk, each once', async () => {
  const telemetry = recorder(db);
  for (let i = 0; i < 1_234; i += 1) telemetry.record(teller, told(i));
  await Promise.all([telemetry.flush(), telemetry.flush()]);
  expect(telemetry.counts()).toEqual({ waiting: 0, written: 1_234, dropped: 0 });
  const [row] = await db<{ n: number }[]>`select count(*) as n from telemetry_records where name = 'bulk'`;
  expect(row?.n).toBe(1_234);
});

it('[EVT-04] without a database nothing is thrown, memory is bounded, and what is left is written later', async () => {
  let isAway = true;
  const begin: Db['begin'] = (work: unknown) =>
    isAway ? Promise.reject(new Error('away')) : db.begin(work as Parameters<Db['begin']>[1] & string);
  const telemetry = recorder(Object.assign(Object.create(db) as Db, { begin }), 100);
  for (let i = 0; i < 250; i += 1) telemetry.record(teller, { ...told(i), name: 'outage' });
  expect(telemetry.counts()).toMatchObject({ waiting: 100, dropped: 150 });
  await telemetry.flush();
  expect(telemetry.counts()).toMatchObject({ waiting: 100, written: 0 });
  isAway = false;
  await telemetry.flush();
  expect(telemetry.counts()).toEqual({ waiting: 0, written: 100, dropped: 150 });
  const [row] = await db<{ n: number }[]>`
    select min((body->>'i')::int) as n from telemetry_records where name = 'outage'`;
  expect(row?.n).toBe(150);
});

it('a batch that can never be written does not hold up the next', async () => {
  const telemetry = recorder(db);
  telemetry.record(teller, { ...told(0), kind: 'nonsense' as 'event' });
  await telemetry.flush();
  telemetry.record(teller, { ...told(1), name: 'after' });
  await telemetry.flush();
  expect(telemetry.counts()).toEqual({ waiting: 0, written: 1, dropped: 1 });
});
