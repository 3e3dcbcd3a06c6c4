import { migrateDatabase } from '../../apps/api/src/platform/migrate-database.ts';
import { connectPostgres } from '../../apps/api/src/platform/postgres.ts';
import { seedDatabase } from '../../apps/api/src/program/seed-database.ts';
import { createDatabase, databaseUrl } from '../stack/postgres.ts';
import { seedGrowth } from './growth-seed.ts';
import type { Scale } from './growth-statements.ts';

/** The database that an earlier run kept, with newer migrations applied. */
export async function reopenDatabase(serverUrl: string, name: string): Promise<string> {
  const url = databaseUrl(serverUrl, name);
  const db = connectPostgres({ url, connectionsMax: 2 });
  try {
    await migrateDatabase(db);
    return url;
  } finally {
    await db.end({ timeout: 2 });
  }
}

/** Creates a database with the data of a year and a half; an old one of that name is replaced. */
export async function growDatabase(
  serverUrl: string,
  name: string,
  scale: Scale,
  say: (line: string) => void,
): Promise<string> {
  const url = await createDatabase(serverUrl, name);
  const db = connectPostgres({ url, connectionsMax: 2 });
  try {
    await migrateDatabase(db);
    await seedDatabase(db);
    await seedGrowth(db, scale, say);
    return url;
  } finally {
    await db.end({ timeout: 2 });
  }
}
