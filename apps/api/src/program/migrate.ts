import { parseArgs } from 'node:util';
import { withFiles } from './env-files.ts';
import { readOwnerDatabaseUrl } from './env.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres } from '../platform/postgres.ts';

const { values } = parseArgs({ options: { 'after-drain': { type: 'boolean', default: false } } });
const db = connectPostgres({ url: readOwnerDatabaseUrl(withFiles(process.env)), connectionsMax: 1 });
const left: string[] = [];
const applied = await migrateDatabase(db, {
  leavesAfterDrain: !values['after-drain'],
  onLeft: (name) => left.push(name),
  onWait: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(applied.length === 0 ? 'database is up to date\n' : `applied ${applied.join(', ')}\n`);
if (left.length > 0)
  process.stdout.write(
    `left for after the drain: ${left.join(', ')}\nwhen no older build runs any more: migrate --after-drain\n`,
  );
await db.end();
