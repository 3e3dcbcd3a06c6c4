import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../../test/shop.ts';
import { claimNeglectedOrders } from '../store/order.store.ts';

let shop: Shop;
beforeAll(async () => {
  // The shop's sweeper does not run: only the test sweeps.
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

it.each([
  [1_000, 2_000],
  [40_000, 20_000],
  [3_600_000, 60_000],
])(
  'an order %d ms old that the sweeper has claimed is not claimed again for %d ms',
  async (ageMs, restMs) => {
    const buyer = shop.visitor();
    const { value } = await buyer.buy('challenge');
    const orderId = value?.orderId ?? '';
    const now = new Date();
    const createdAt = new Date(now.getTime() - ageMs);
    const before = new Date(now.getTime() - 1);
    await shop.db`update orders set created_at = ${createdAt}, look_after = ${before} where id = ${orderId}`;

    const pause = { leastMs: 2_000, mostMs: 60_000 };
    expect(await claimNeglectedOrders(shop.db, now, pause, 200)).toContain(orderId);
    const [row] = await shop.db<{ look_after: Date }[]>`select look_after from orders where id = ${orderId}`;
    expect(row?.look_after.getTime()).toBe(now.getTime() + restMs);
    expect(await claimNeglectedOrders(shop.db, now, pause, 200)).not.toContain(orderId);
  },
);
