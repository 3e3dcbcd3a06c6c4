import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import type { TelemetryBudget } from '../guards/telemetry-budget.ts';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { systemChance, timeOrderedId } from '../platform/time-ordered-id.ts';
import { boundedQueue, telemetryRecorder } from './telemetry-recorder.ts';

it('the telemetry queue returns items in the order in which they came', () => {
  const queue = boundedQueue<number>({ itemsMax: 10, weightMax: 100 });
  for (const item of [1, 2, 3]) queue.push(item, 1);
  expect(queue.take(2)).toEqual([1, 2]);
  expect(queue.take(2)).toEqual([3]);
  expect(queue.take(2)).toEqual([]);
  expect(queue.dropped).toBe(0);
});

it('a full telemetry queue drops the oldest items and counts them', () => {
  const queue = boundedQueue<number>({ itemsMax: 3, weightMax: 100 });
  for (const item of [1, 2, 3, 4, 5]) queue.push(item, 1);
  expect(queue.size).toBe(3);
  expect(queue.dropped).toBe(2);
  expect(queue.take(9)).toEqual([3, 4, 5]);
});

it('the telemetry queue drops the oldest items when their total size is above its limit', () => {
  const queue = boundedQueue<string>({ itemsMax: 100, weightMax: 10 });
  queue.push('light', 4);
  queue.push('heavy', 8);
  expect(queue.take(9)).toEqual(['heavy']);
  queue.push('too heavy', 11);
  expect(queue.size).toBe(0);
  expect(queue.dropped).toBe(2);
});

const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
const logger = createLogger('silent');
const teller = { device: 'd', address: '203.0.113.1', accountId: null, objectsToUsage: false };
const unlimited: TelemetryBudget = { covers: async () => true };
let db: Db;

beforeAll(async () => {
  db = connectPostgres({ url: await createDatabase(inject('databaseAdminUrl'), name), connectionsMax: 2 });
  await migrateDatabase(db);
});
afterAll(async () => {
  await db.end({ timeout: 2 });
  await dropDatabase(inject('databaseAdminUrl'), name);
});

function recorder(at: Db, { waitingMax = 10_000, budget = unlimited } = {}) {
  return telemetryRecorder({
    db: at,
    now: systemClock,
    newId: () => timeOrderedId(systemClock, systemChance),
    logger,
    budget,
    waitingMax,
  });
}

const sampleEvent = (i: number) => ({ kind: 'event' as const, name: 'bulk', body: { i } });

it('1,234 telemetry records are written in large batches, each record once', async () => {
  const telemetry = recorder(db);
  for (let i = 0; i < 1_234; i += 1) telemetry.record(teller, sampleEvent(i));
  await Promise.all([telemetry.flush(), telemetry.flush()]);
  expect(telemetry.counts()).toEqual({ waiting: 0, written: 1_234, dropped: 0, overBudget: 0 });
  const [row] = await db<{ n: number }[]>`select count(*) as n from telemetry_records where name = 'bulk'`;
  expect(row?.n).toBe(1_234);
});

it('[EVT-04] while the database is unavailable telemetry waits up to its limit without an error, and is written later', async () => {
  let isAway = true;
  const begin: Db['begin'] = (work: unknown) =>
    isAway ? Promise.reject(new Error('away')) : db.begin(work as Parameters<Db['begin']>[1] & string);
  const telemetry = recorder(Object.assign(Object.create(db) as Db, { begin }), { waitingMax: 100 });
  for (let i = 0; i < 250; i += 1) telemetry.record(teller, { ...sampleEvent(i), name: 'outage' });
  await telemetry.flush();
  expect(telemetry.counts()).toMatchObject({ waiting: 100, dropped: 150, written: 0 });
  isAway = false;
  await telemetry.flush();
  expect(telemetry.counts()).toMatchObject({ waiting: 0, written: 100, dropped: 150 });
  const [row] = await db<{ n: number }[]>`
    select min((body->>'i')::int) as n from telemetry_records where name = 'outage'`;
  expect(row?.n).toBe(150);
});

it('a batch of telemetry that cannot be written is dropped, and the next batch is written', async () => {
  const telemetry = recorder(db);
  telemetry.record(teller, { ...sampleEvent(0), kind: 'nonsense' as 'event' });
  await telemetry.flush();
  telemetry.record(teller, { ...sampleEvent(1), name: 'after' });
  await telemetry.flush();
  expect(telemetry.counts()).toMatchObject({ waiting: 0, written: 1, dropped: 1 });
});

it('telemetry is counted in bytes in any alphabet, and a record above the sender’s limit is not stored', async () => {
  const requestedBytes: number[] = [];
  const covers: TelemetryBudget['covers'] = async (_sender, bytes) => requestedBytes.push(bytes) === 1;
  const telemetry = recorder(db, { budget: { covers } });
  telemetry.record(teller, { ...sampleEvent(0), name: 'covered', body: { text: 'ج'.repeat(1_000) } });
  telemetry.record(teller, { ...sampleEvent(1), name: 'over' });
  await telemetry.flush();
  expect(telemetry.counts()).toMatchObject({ written: 1, overBudget: 1, dropped: 0 });
  const rows = await db<{ name: string; bytes: number }[]>`
    select name, octet_length(body::text) as bytes from telemetry_records where name in ('covered', 'over')`;
  expect(rows.map(({ name: rowName }) => rowName)).toEqual(['covered']);
  expect(requestedBytes[0]).toBeGreaterThan(rows[0]?.bytes ?? Infinity);
});

it('[EVT-04] telemetry whose limit cannot be read is not stored, and causes no error', async () => {
  const telemetry = recorder(db, { budget: { covers: () => Promise.reject(new Error('broken')) } });
  telemetry.record(teller, sampleEvent(0));
  await telemetry.flush();
  expect(telemetry.counts()).toMatchObject({ waiting: 0, written: 0 });
});
