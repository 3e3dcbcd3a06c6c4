import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/postgres.ts';
import { startedOrder } from '../../test/started-order.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { lockOrder } from '../store/order.store.ts';
import { recordRefund } from './record-refund.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('[ORD-16] a refund of the same payment for the same cause is recorded once, also in the order’s history', async () => {
  const orderId = await startedOrder(shop);
  const newRefund = {
    payment: { provider: 13, providerPaymentId: 'pay_1' },
    money: { currency: 'USD', minorUnits: 499 },
    cause: 'second-payment',
    requestedBy: 'shop',
  } as const;
  await inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { context } = shop.app;
    expect(await recordRefund(tx, context, order, newRefund)).toBe(true);
    expect(await recordRefund(tx, context, order, { ...newRefund, requestedBy: 'salma' })).toBe(false);
    expect(await recordRefund(tx, context, order, { ...newRefund, cause: 'granted' })).toBe(true);
  });
  const refundEvents = await shop.db<{ detail: { cause: string } }[]>`
    select detail from order_events where order_id = ${orderId} and kind = 'refund-asked'`;
  expect(refundEvents.map(({ detail }) => detail.cause).toSorted()).toEqual(['granted', 'second-payment']);
});
