import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { OrderId } from '@jawhara/domain';
import { engineHeaders } from '../../../../platform/restate-admin.ts';
import { balanceOf, setBalance, type Shop } from '../../../../test/shop.ts';

const QUERY = readFileSync(
  new URL('../../../../../../../deploy/backup/engine-log.sql', import.meta.url),
  'utf8',
);

/** The file that deploy/backup/save-engine-log writes, of this shop's orders. */
export async function saveEngineLog({ env }: Shop, path: string): Promise<void> {
  const { restateAdmin, orderObject } = env;
  const answer = await fetch(`${restateAdmin.url}/query`, {
    method: 'POST',
    headers: {
      ...engineHeaders(restateAdmin),
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ query: QUERY.replace("'order'", `'${orderObject}'`) }),
  });
  await writeFile(path, await answer.text());
}

/** Makes the tables look as after a restore: without these orders, and with the balance from before them. */
export async function loseOrders(
  { db }: Shop,
  ids: readonly OrderId[],
  before: { readonly account: number; readonly gems: number },
): Promise<void> {
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'order_id' and table_name in
      (select tablename from pg_tables where schemaname = 'public')`;
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // A webhook and its key are stored in one transaction, so a restore loses both.
    await tx`delete from notification_keys where notification_id in
      (select id from notifications where order_id = any(${[...ids]}::uuid[]))`;
    for (const { name } of tables)
      await tx`delete from ${tx(name)} where order_id = any(${[...ids]}::uuid[])`;
    await tx`delete from orders where id = any(${[...ids]}::uuid[])`;
  });
  await setBalance(db, before.account, before.gems);
  if ((await balanceOf(db, before.account)) !== before.gems)
    throw new Error('the balance is not that of before');
}
