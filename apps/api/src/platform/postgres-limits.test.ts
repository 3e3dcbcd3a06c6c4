import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { findRecipient, readServerTime } from '@jawhara/contract';
import type { DisplayId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { migrateDatabase } from './migrate-database.ts';
import { connectPostgres, inTransaction, type Db } from './postgres.ts';

const LIMITS = { applicationName: 'limited', statementMs: 400, lockMs: 200, idleInTransactionMs: 300 };

describe('the limits of database connections', () => {
  let db: Db;
  beforeAll(() => {
    db = connectPostgres({ url: inject('databaseAdminUrl'), limits: LIMITS, connectionsMax: 3 });
  });
  afterAll(() => db.end({ timeout: 1 }));

  it('PostgreSQL lists the program’s connections under the program’s name', async () => {
    const rows =
      await db`select from pg_stat_activity where application_name = 'limited' and pid = pg_backend_pid()`;
    expect(rows).toHaveLength(1);
  });

  it('a statement that takes too long is ended, and its connection can be used again', async () => {
    await expect(db`select pg_sleep(10)`).rejects.toThrow('statement timeout');
    expect(await db`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('an idle transaction is ended, and its lock is released', async () => {
    const hung = inTransaction(db, async (tx) => {
      await tx`select pg_advisory_xact_lock(98127)`;
      await new Promise(() => {});
    });
    await expect(hung).rejects.toThrow(/idle-in-transaction|CONNECTION_CLOSED/);
    const [row] = await db<{ isFree: boolean }[]>`select pg_try_advisory_xact_lock(98127) as "isFree"`;
    expect(row?.isFree).toBe(true);
  });
});

describe('a call that PostgreSQL does not answer in time', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({
      env: { DATABASE_LOCK_TIMEOUT_MS: '200', DATABASE_STATEMENT_TIMEOUT_MS: '2000' },
    });
  });
  afterAll(() => shop.close());

  it('a call that waits for a locked table is answered as a fault in the envelope, and others are answered', async () => {
    const path = `${shop.apiUrl}${findRecipient.path}?display_id=5048213`;
    await inTransaction(shop.db, async (tx) => {
      await tx`lock table accounts in access exclusive mode`;
      const refused = await fetch(path);
      expect(refused.status).toBe(500);
      expect(await refused.json()).toMatchObject({ result: 500, data: null });
      expect((await fetch(`${shop.apiUrl}${readServerTime.path}`)).status).toBe(200);
    });
    const found = await shop.visitor().call(findRecipient, { displayId: '5048213' as DisplayId });
    expect(found.status).toBe(200);
  });
});

describe('a migration', () => {
  const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
  let url: string;
  beforeAll(async () => {
    url = await createDatabase(inject('databaseAdminUrl'), name);
  });
  afterAll(() => dropDatabase(inject('databaseAdminUrl'), name));

  it('a migration may wait longer than the pool’s statement time-out, and does not change that time-out', async () => {
    const [other, limited] = [
      connectPostgres({ url, connectionsMax: 1 }),
      connectPostgres({ url, limits: LIMITS, connectionsMax: 1 }),
    ];
    try {
      // Another process migrates, for longer than a statement of the program may take.
      const held = await other.reserve();
      await held`select pg_advisory_lock(7342001)`;
      const migrated = migrateDatabase(limited, { isWanted: () => false });
      await setTimeout(2 * LIMITS.statementMs);
      await held`select pg_advisory_unlock(7342001)`;
      held.release();
      expect(await migrated).toEqual([]);
      const [after] = await limited<{ ms: string }[]>`select current_setting('statement_timeout') as ms`;
      expect(after?.ms).toBe('400ms');
    } finally {
      await Promise.all([other.end({ timeout: 1 }), limited.end({ timeout: 1 })]);
    }
  });
});
