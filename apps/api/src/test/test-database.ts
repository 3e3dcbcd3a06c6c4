import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  close(): Promise<void>;
}

/** A migrated and seeded database for tests that need no shop. */
export async function openDatabase(): Promise<TestDatabase> {
  const { url, drop } = await copyTemplate();
  const db = connectPostgres({ url, connectionsMax: 5 });
  return {
    url,
    db,
    async close() {
      await db.end({ timeout: 2 });
      await drop();
    },
  };
}

/** Copies the template: a migrated and seeded database without any connection to it yet. */
export async function copyTemplate(): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
  const adminUrl = inject('databaseAdminUrl');
  const url = await createDatabase(adminUrl, name, inject('databaseTemplate'));
  return { name, url, drop: () => dropDatabase(adminUrl, name) };
}
