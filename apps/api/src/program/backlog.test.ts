import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveredOrder } from '../test/operator-desk.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function gauge(name: string): Promise<number> {
  const text = await shop.app.metrics.text();
  return Number(new RegExp(`^jawhara_${name} (.+)$`, 'm').exec(text)?.[1]);
}

it('the metrics count paid orders that have no gems yet, and payment attempts that are undecided for long', async () => {
  const [undelivered, unanswered] = [await deliveredOrder(shop, 1001), await deliveredOrder(shop, 1002)];
  expect(await gauge('orders_paid_not_delivered')).toBe(0);
  expect(await gauge('attempts_open_long')).toBe(0);
  const later = "now() + interval '1 hour'";
  await shop.db.unsafe(
    `update orders set state = 'paid', credited_at = null, moved_at = now() - interval '1 day', look_after = ${later} where id = '${undelivered}'`,
  );
  await shop.db.unsafe(
    `update payments set state = 'open', standing = null, paid_at = null, created_at = now() - interval '31 minutes', look_after = ${later}
     where order_id = '${unanswered}'`,
  );
  expect(await gauge('orders_paid_not_delivered')).toBe(1);
  expect(await gauge('attempts_open_long')).toBe(1);
});
