import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { seedDatabase } from '../seed-database.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  close(): Promise<void>;
}

/** A database of its own with everything in it, for what needs no shop. */
export async function openDatabase(): Promise<TestDatabase> {
  const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
  const adminUrl = inject('databaseAdminUrl');
  const url = await createDatabase(adminUrl, name);
  const db = connectPostgres({ url, connectionsMax: 5 });
  await migrateDatabase(db);
  await seedDatabase(db);
  return {
    url,
    db,
    async close() {
      await db.end({ timeout: 2 });
      await dropDatabase(adminUrl, name);
    },
  };
}
