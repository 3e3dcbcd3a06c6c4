import type { Db } from './postgres.ts';

const FINAL_TABLES = [
  'ledger_transfers',
  'ledger_entries',
  'order_events',
  'gem_balances',
  'operator_actions',
] as const;

/** A program that could rewrite the ledger, or deceive its guards, does not start: an intruder who controls it could do the same. */
export async function requireProgramRole(db: Db): Promise<void> {
  await requireNoRewriting(db);
  await requireNoOwnTables(db);
}

async function requireNoRewriting(db: Db): Promise<void> {
  const rows = await db<{ name: string }[]>`
    select name from unnest(${[...FINAL_TABLES]}::text[]) as name
    where has_table_privilege(name, 'update') or has_table_privilege(name, 'delete') or has_table_privilege(name, 'truncate')`;
  if (rows.length === 0) return;
  const [who] = await db<{ role: string }[]>`select current_user as role`;
  throw new Error(
    `the database role ${who?.role} may rewrite ${rows.map(({ name }) => name).join(', ')}: run the program with the rights of jawhara_app ` +
      '(docs/operations/environment.md) and only migrations as the owner',
  );
}

/** A dump restored into a new database has lost the revoke: rights on the database itself are not part of a dump. */
async function requireNoOwnTables(db: Db): Promise<void> {
  const [row] = await db<{ mayCreate: boolean }[]>`
    select has_database_privilege(current_database(), 'temporary') or has_schema_privilege('public', 'create') as "mayCreate"`;
  if (row?.mayCreate !== true) return;
  throw new Error(
    'the program’s database role may create temporary tables or tables of its own, which the ledger’s guards could be deceived with: ' +
      'run migrate.ts as the owner of the database, or `revoke temporary on database … from public`',
  );
}
