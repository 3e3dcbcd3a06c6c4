import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { isAfterDrain, migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, inTransaction, type Db } from '../platform/postgres.ts';
import { firstIdAt } from '../platform/time-ordered-id.ts';
import { keepWebhookMonths } from './store/webhook-months.store.ts';
import { storeWebhook } from './store/webhook.store.ts';

const KEYS = '0089_notification_keys.sql';
const FILLED = '0090_notification_keys_filled.sql';

const name = `jawhara_months_${randomBytes(6).toString('hex')}`;
let db: Db;
beforeAll(async () => {
  db = connectPostgres({ url: await createDatabase(inject('databaseAdminUrl'), name), connectionsMax: 5 });
  await migrateDatabase(db, { isWanted: (file) => file < KEYS });
});
afterAll(async () => {
  await db.end({ timeout: 2 });
  await dropDatabase(inject('databaseAdminUrl'), name);
});

const idAt = (at: Date): string => firstIdAt(at).slice(0, 19) + randomUUID().slice(19);

/** The statement that stores a webhook, as the previous release sends it. */
const [released] = readFileSync(new URL('released-statements.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes('insert into notifications'))
  .map((line) => (JSON.parse(line) as { text: string }).text);

const storeByOldBuild = (eventId: string) =>
  db.unsafe(released ?? '', [
    idAt(new Date()),
    13,
    eventId,
    'any',
    null,
    null,
    '{}',
    new Date(),
    null,
  ] as never[]);

const storeByNewBuild = (eventId: string) =>
  inTransaction(db, (tx) =>
    storeWebhook(
      tx,
      {
        id: idAt(new Date()),
        provider: 13,
        eventId,
        eventType: 'any',
        orderId: null,
        providerPaymentId: null,
        body: '{}',
        parkedAt: null,
      },
      new Date(),
      null,
    ),
  );

const rowsOf = async (eventId: string): Promise<number> =>
  (await db`select from notifications where event_id = ${eventId}`).length;

const EVENTS = 12_000;

it('the upgrade stores the keys of all earlier webhooks, each once', async () => {
  await db`
    insert into notifications (id, provider, event_id, event_type, body, received_at)
    select ('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 13, 'evt_before_' || n, 'any', '{}', now()
    from generate_series(1, ${EVENTS}::int) n`;
  expect(await migrateDatabase(db, { isWanted: (file) => file <= KEYS })).toEqual([KEYS]);
  // Between the two migrations an earlier webhook arrives again.
  expect(await storeByOldBuild('evt_before_7')).toHaveLength(0);
  expect(await migrateDatabase(db, { isWanted: (file) => file <= FILLED })).toEqual([FILLED]);
  const [keys] = await db`select count(*)::int as count from notification_keys`;
  expect(keys).toEqual({ count: EVENTS });
});

it('while the previous build still runs, a webhook is stored once, whichever build receives it first', async () => {
  const left: string[] = [];
  await migrateDatabase(db, { leavesAfterDrain: true, onLeft: (file) => left.push(file) });
  expect(left.length).toBeGreaterThanOrEqual(3);
  expect(left.every(isAfterDrain)).toBe(true);

  expect(await storeByOldBuild('evt_old')).toHaveLength(1);
  expect(await storeByNewBuild('evt_old')).toBeNull();
  expect(await storeByNewBuild('evt_new')).not.toBeNull();
  expect(await storeByOldBuild('evt_new')).toHaveLength(0);
  expect(await storeByNewBuild('evt_before_1')).toBeNull();
  expect(await storeByOldBuild('evt_before_1')).toHaveLength(0);
  for (const event of ['evt_old', 'evt_new', 'evt_before_1']) expect(await rowsOf(event)).toBe(1);

  const both = await Promise.all(
    Array.from({ length: 40 }, (_, n) => [
      storeByOldBuild(`evt_both_${n}`).then((rows) => rows.length),
      storeByNewBuild(`evt_both_${n}`).then((row) => (row === null ? 0 : 1)),
    ]).map((pair) => Promise.all(pair)),
  );
  expect(both.map((pair) => pair.reduce((sum, one) => sum + one, 0))).toEqual(both.map(() => 1));
  const [rows] = await db`
    select count(*)::int as count from notifications where event_id like 'evt\\_both\\_%'`;
  expect(rows).toEqual({ count: 40 });
});

it('until the previous build is drained the table has no monthly partitions, and the webhook job does nothing', async () => {
  const months = await inTransaction(db, (tx) => keepWebhookMonths(tx, 24));
  expect(months).toEqual({ made: 0, ahead: null, dropped: 0, deleted: 0 });
});

it('after the drain the table has monthly partitions and all its rows, and a repeated webhook is still not stored again', async () => {
  const applied = await migrateDatabase(db);
  expect(applied.filter((file) => !isAfterDrain(file))).toEqual([]);
  expect(applied.length).toBeGreaterThanOrEqual(3);
  const [first] = await db`select count(*)::int as count from notifications_first`;
  expect(first).toEqual({ count: EVENTS + 42 });
  expect(await storeByNewBuild('evt_before_2')).toBeNull();
  expect(await storeByNewBuild('evt_after')).not.toBeNull();
  expect(await storeByNewBuild('evt_after')).toBeNull();
  expect(await inTransaction(db, (tx) => keepWebhookMonths(tx, 24))).toMatchObject({ ahead: 3 });
  // The previous build cannot store webhooks any more: that is why it had to be drained.
  await expect(storeByOldBuild('evt_after_old')).rejects.toThrow('no unique or exclusion constraint');
});
