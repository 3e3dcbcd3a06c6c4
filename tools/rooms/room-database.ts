import { randomBytes } from 'node:crypto';
import { migrateDatabase } from '../../apps/api/src/platform/migrate-database.ts';
import { connectPostgres } from '../../apps/api/src/platform/postgres.ts';
import { createDatabase, dropDatabase, ensurePostgres } from '../stack/postgres.ts';

/** A database with every migration, opened with a gateway's rights. */
export async function openRoomDatabase(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const postgres = await ensurePostgres();
  const name = `jawhara_rooms_${randomBytes(6).toString('hex')}`;
  const ownerUrl = await createDatabase(postgres.url, name);
  const db = connectPostgres({ url: ownerUrl, connectionsMax: 1 });
  await migrateDatabase(db);
  await db.end();
  const url = new URL(ownerUrl);
  url.searchParams.set('role', 'jawhara_rooms');
  return {
    url: url.href,
    async close() {
      await dropDatabase(postgres.url, name);
      await postgres.part?.stop();
    },
  };
}
