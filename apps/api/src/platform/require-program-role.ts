import type { Db } from './postgres.ts';

const FINAL_TABLES = [
  'ledger_transfers',
  'ledger_entries',
  'order_events',
  'gem_balances',
  'operator_actions',
] as const;

/** A program that could rewrite the ledger does not start: whoever took it over could, too. */
export async function requireProgramRole(db: Db): Promise<void> {
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
