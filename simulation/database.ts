import { migrateDatabase } from '../apps/api/src/platform/migrate-database.ts';
import { connectPostgres, type Db } from '../apps/api/src/platform/postgres.ts';
import { seedDatabase } from '../apps/api/src/program/seed-database.ts';
import { createDatabase, dropDatabase } from '../tools/stack/postgres.ts';
import { asProgram } from '../tools/stack/postgres-login.ts';
import { addTestOperators } from '../apps/api/src/test/test-operators.ts';

/** A migrated and seeded database that is put back to that state between two histories. */
export interface SimulationDatabase {
  readonly db: Db;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Accounts of histories start here; seeded ones stay as they are. */
export const FIRST_ACCOUNT = 10_000;

/** Tables that are not emptied: histories never write them, or the reset below restores their rows. */
const PRESERVED_TABLES = new Set([
  'schema_migrations',
  'accounts',
  'gem_packs',
  'passwords',
  'social_links',
  'account_presence',
  'site_config_versions',
  'bans',
  'flow_builds',
  'operators',
  'operator_actions',
]);

/**
 * By `delete`, not `truncate`: about 1.5 ms against 127 ms, because no file is created. As the owner and with triggers
 * off, because the ledger's trigger forbids deletes.
 */
async function resetStatement(db: Db): Promise<string> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const deletes = tables
    .filter(({ name }) => !PRESERVED_TABLES.has(name))
    .map(({ name }) => `delete from ${name};`);
  const [last] = await db<
    { sequence: number }[]
  >`select coalesce(max(sequence), 0)::int as sequence from operator_actions`;
  return `begin; set local role postgres; set local session_replication_role = replica; ${deletes.join(' ')}
    delete from operator_actions where sequence > ${last?.sequence ?? 0};
    delete from bans where account_id >= ${FIRST_ACCOUNT}; delete from accounts where id >= ${FIRST_ACCOUNT}; commit;`;
}

/** Returns with the payment that each belongs to: one that names none belongs to the accepted payment of its provider. For invariants. */
const KNOWN_RETURNS = `
  create view known_returns as
  select order_id, provider, return_id, how, stage, amount_minor_units, changed_at, coalesce(provider_payment_id, (
      select provider_payment_id from payments where payments.order_id = reported.order_id
        and payments.provider = reported.provider and standing is not null
      order by standing = 'kept' desc, provider_payment_id limit 1)) as provider_payment_id
  from payment_returns as reported;
  grant select on known_returns to public;`;

/** A history is many small statements, none of which needs a compiled or a newly made plan. */
const SETTINGS = [
  'synchronous_commit = off',
  'jit = off',
  'plan_cache_mode = force_generic_plan',
  'track_activities = off',
  'track_counts = off',
];
/** The rows that resets have deleted slow down every read until they are vacuumed. */
const VACUUM_EVERY = 200;

/**
 * Two connections: one for the program, because the scheduler decides who is next, not a pool; and one for resets, because a
 * change of session_replication_role drops every plan of its session.
 */
export async function openDatabase(serverUrl: string, name: string): Promise<SimulationDatabase> {
  const url = await createDatabase(serverUrl, name);
  const owner = connectPostgres({ url, connectionsMax: 1 });
  await owner.unsafe(SETTINGS.map((setting) => `alter database ${name} set ${setting};`).join(' ')).simple();
  await migrateDatabase(owner);
  await seedDatabase(owner);
  await addTestOperators(owner);
  await owner.unsafe(KNOWN_RETURNS).simple();
  const reset = await resetStatement(owner);
  const db = connectPostgres({ url: asProgram(url), connectionsMax: 1 });
  let resets = 0;
  return {
    db,
    async reset() {
      await owner.unsafe(reset).simple();
      resets += 1;
      if (resets % VACUUM_EVERY === 0) await owner`vacuum`;
    },
    async close() {
      await Promise.all([db, owner].map((one) => one.end({ timeout: 1 })));
      await dropDatabase(serverUrl, name);
    },
  };
}
