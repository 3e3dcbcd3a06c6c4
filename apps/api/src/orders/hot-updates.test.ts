import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomes, placed } from '../test/card-payer.ts';
import { soon } from '../test/operator-desk.ts';
import { openShop, type Shop } from '../test/shop.ts';

const PACKS = 30;
/**
 * The least share of HOT updates, those that change no index; 79 % were measured. The others update payments, because the
 * provider's payment id and the state are indexed.
 */
const HOT_SHARE_MIN = 0.6;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Updates {
  readonly name: string;
  readonly updates: number;
  readonly hot: number;
}

/**
 * Updates by table, without the small tables of due rows, which would raise the share. A monthly partition counts as its table.
 */
const updatesByTable = (): Promise<Updates[]> => shop.db<Updates[]>`
  select regexp_replace(relname, '_(\\d{6}|first|default)$', '') as name, sum(n_tup_upd)::int as updates,
    sum(n_tup_hot_upd)::int as hot
  from pg_stat_user_tables
  where n_tup_upd > 0 and schemaname = 'public' and relname not like '%\\_due' group by 1 order by 2 desc`;

it('most row updates of a gem pack purchase change no index of the database', async () => {
  for (let n = 0; n < PACKS; n += 1) {
    const { orderId } = placed(await shop.visitor().buy('approve', { recipientId: 1001 }));
    await becomes(shop, orderId, 'delivered');
  }
  await soon(async () =>
    expect(await shop.db`select from notifications where processed_at is null`).toHaveLength(0),
  );
  // PostgreSQL's backends report their statistics only when idle, so this polls.
  let tables: readonly Updates[] = [];
  await soon(async () => {
    tables = await updatesByTable();
    expect(tables.find(({ name }) => name === 'orders')?.updates).toBeGreaterThanOrEqual(PACKS);
    expect(tables.find(({ name }) => name === 'notifications')?.updates).toBeGreaterThanOrEqual(PACKS);
  });
  const sum = (of: 'updates' | 'hot') => tables.reduce((total, table) => total + table[of], 0);
  const shares = tables.map(({ name, updates, hot }) => `${name} ${hot}/${updates}`).join(', ');
  expect([shares, sum('hot') / sum('updates') >= HOT_SHARE_MIN]).toEqual([shares, true]);
});
