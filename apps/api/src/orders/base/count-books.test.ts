import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveredOrder, soon } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { countBooks } from './write-books.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const aMinuteAgo = (): Date => new Date(Date.now() - 60_000);

it('the ledger check lists exactly the orders whose ledger lacks gems that were paid for', async () => {
  const started = aMinuteAgo();
  const sound = await deliveredOrder(shop, 1001);
  const drifted = await deliveredOrder(shop, 1002);
  expect(await countBooks(shop.app.context, started)).toEqual({ orders: 2, drifted: [] });

  // Wait until no check is due: a check before the count would write the missing ledger entries.
  await soon(async () => {
    const rows = await shop.db`select from orders where look_after is not null`;
    expect(rows).toHaveLength(0);
  });
  await shop.db`update orders set gems = gems + 100 where id = ${drifted}`;
  expect(await countBooks(shop.app.context, started)).toEqual({ orders: 2, drifted: [drifted] });
  expect(sound).not.toBe(drifted);
});

it('the ledger check does not read orders that have not changed since the given time', async () => {
  await deliveredOrder(shop, 1001);
  expect((await countBooks(shop.app.context, new Date(Date.now() + 1_000))).orders).toBe(0);
});
