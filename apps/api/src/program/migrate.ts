import { withFiles } from './env-files.ts';
import { readOwnerDatabaseUrl } from './env.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres } from '../platform/postgres.ts';

const db = connectPostgres({ url: readOwnerDatabaseUrl(withFiles(process.env)), connectionsMax: 1 });
const applied = await migrateDatabase(db, { onWait: (line) => process.stderr.write(`${line}\n`) });
process.stdout.write(applied.length === 0 ? 'database is up to date\n' : `applied ${applied.join(', ')}\n`);
await db.end();
