import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { createLogger } from '../platform/logger.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { forgetOldTelemetry } from './forget-old-telemetry.ts';
import { insertRecords } from './telemetry.store.ts';
import { daysAgo, readStoredDays, partOf, recordOf } from './test/telemetry-days.ts';

const MIGRATION = '0024_telemetry_partitions.sql';
const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
let db: Db;
let program: Db;
beforeAll(async () => {
  const url = await createDatabase(inject('databaseAdminUrl'), name);
  // Partitions must follow days in UTC, even if the session has another time zone.
  db = connectPostgres({ url: `${url}?TimeZone=Asia/Riyadh`, connectionsMax: 2 });
  program = connectPostgres({ url: asProgram(url), connectionsMax: 2 });
  // This migration is left out here, because it may be applied after migrations with higher numbers.
  await migrateDatabase(db, { isWanted: (file) => file !== MIGRATION });
});
afterAll(async () => {
  await program.end({ timeout: 2 });
  await db.end({ timeout: 2 });
  await dropDatabase(inject('databaseAdminUrl'), name);
});

/** Records whose times include the beginning and the end of a day. */
const midnight = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
const OLD = {
  now: daysAgo(0),
  midnight,
  before: new Date(midnight.getTime() - 1),
  month: daysAgo(45),
  year: daysAgo(400),
};

it('a migration moves existing telemetry into daily partitions, and later only old days are dropped', async () => {
  for (const [recordName, at] of Object.entries(OLD))
    await db`
      insert into telemetry_records (id, received_at, kind, name, device, account_id, order_id, body)
      values (${randomUUID()}, ${at}, 'trace', ${recordName}, 'device', 7, ${randomUUID()}, ${db.json({ text: recordName })})`;
  const rows = () => db`
    select id, received_at, kind, name, device, account_id, order_id, body from telemetry_records order by id`;
  const before = [...(await rows())];
  expect(await migrateDatabase(db)).toEqual([MIGRATION]);

  expect([...(await rows())]).toEqual(before);
  const days = Object.fromEntries(Object.entries(OLD).map(([recordName, at]) => [recordName, partOf(at)]));
  expect(await readStoredDays(db)).toEqual(days);
  await insertRecords(program, [recordOf(daysAgo(0), 'new')]);
  await forgetOldTelemetry({ db: program, logger: createLogger('silent'), keepDays: 90 });
  const { year: _gone, ...remainingDays } = days;
  expect(await readStoredDays(db)).toEqual({ ...remainingDays, new: partOf(daysAgo(0)) });
});
