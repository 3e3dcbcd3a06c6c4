import type { OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { killFlow } from '../../platform/restate-admin.ts';
import { startedOrder } from '../../test/started-order.ts';
import { deskOf, soon } from '../../test/operator-desk.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { tellFlow } from './tell-flow.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => mend());
afterAll(() => shop.close());

const stuckCheck = async (orderId: OrderId) =>
  (await deskOf(shop).flows.troubled())?.flows.find(({ key, event }) => key === orderId && event === 'look');

/** Creates an order past its deadline and a check of it that fails, because a table that the check reads is missing. */
async function orderStuckInCheck(): Promise<{ readonly orderId: OrderId; readonly flow: string }> {
  const orderId = await startedOrder(shop);
  await shop.db`update orders set created_at = created_at - interval '40 minutes' where id = ${orderId}`;
  await shop.db`alter table refunds rename to refunds_away`;
  await enqueueChecks(shop.app.context, shop.app.life, [orderId]);
  const flow = await soon(async () => {
    const found = await stuckCheck(orderId);
    expect(found).toBeDefined();
    return found?.id ?? '';
  });
  return { orderId, flow };
}

async function mend(): Promise<void> {
  await shop.db`alter table if exists refunds_away rename to refunds`;
}

const looksOf = async (orderId: OrderId) =>
  (await shop.db`select looks from orders where id = ${orderId}`)[0]?.['looks'] as number;

describe('a check of an order that was killed', () => {
  it('killing an order’s check with ops flows kill starts another check of the order at once', async () => {
    const { orderId, flow } = await orderStuckInCheck();
    await shop.db`update orders set look_after = null where id = ${orderId}`;
    await shop.db`update payments set look_after = null where order_id = ${orderId}`;
    expect(await tellFlow(deskOf(shop), signed(), 'kill', flow)).toMatchObject({ kind: 'done' });
    expect(await looksOf(orderId)).toBe(1);
    await mend();
    await soon(async () => expect(await looksOf(orderId)).toBe(2));
  });

  it('when an order’s check is killed in the engine’s own admin pages, the next due check of the order still runs', async () => {
    const { orderId, flow } = await orderStuckInCheck();
    expect(await killFlow(shop.env.restateAdmin, flow)).toBe('done');
    await mend();
    await shop.db`update orders set look_after = now() where id = ${orderId}`;
    await soon(async () => expect(await orderState(shop.db, orderId)).toBe('expired'));
    await soon(async () => expect(await looksOf(orderId)).toBe(2));
  });
});

it('several checks of an order that are enqueued while one waits run as a single check', async () => {
  const { orderId } = await orderStuckInCheck();
  const { context, life } = shop.app;
  for (let times = 0; times < 3; times += 1) await enqueueChecks(context, life, [orderId]);
  expect(await looksOf(orderId)).toBe(0);
  await mend();
  await soon(async () => expect(await looksOf(orderId)).toBe(1));
  // A check cannot be enqueued again under the idempotency key of the one that just ended. The engine records that end
  // a moment after the check has returned, so the test polls.
  await soon(async () => {
    expect(await life.enqueue('look', orderId, null, `look-${orderId}-0`)).toBe('ended');
  });
  expect(await looksOf(orderId)).toBe(1);
});
