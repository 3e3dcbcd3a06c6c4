import { withFiles } from './env-files.ts';
import { readOwnerDatabaseUrl } from './env.ts';
import { connectPostgres } from '../platform/postgres.ts';
import { seedDatabase } from './seed-database.ts';

const db = connectPostgres({ url: readOwnerDatabaseUrl(withFiles(process.env)), connectionsMax: 1 });
const seeded = await seedDatabase(db);
process.stdout.write(`seeded ${seeded.accounts} accounts, ${seeded.packs} packs\n`);
await db.end();
