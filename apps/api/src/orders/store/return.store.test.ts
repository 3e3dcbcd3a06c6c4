import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/postgres.ts';
import { startedOrder } from '../../test/started-order.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { lockOrder } from './order.store.ts';
import { noteReturn, returnsOfOrder } from './return.store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('[ORD-16] two refunds with the same id from two providers are stored as two', async () => {
  const orderId = await startedOrder(shop);
  const word = {
    returnId: 'act_same',
    providerPaymentId: 'pay_1',
    how: 'refund',
    stage: 'taken',
    money: { currency: 'USD', minorUnits: 400 },
    fee: null,
  } as const;
  await inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const at = shop.app.context.now();
    expect((await noteReturn(tx, order, { provider: 13, word, at })).before).toBeNull();
    expect((await noteReturn(tx, order, { provider: 17, word, at })).before).toBeNull();
    const again = await noteReturn(tx, order, { provider: 13, word, at });
    expect(again.before).toMatchObject({ provider: 13, returnId: 'act_same' });
    const storedReturns = await returnsOfOrder(tx, orderId);
    expect(new Set(storedReturns.map(({ provider }) => provider))).toEqual(new Set([13, 17]));
    expect(storedReturns).toHaveLength(2);
  });
});
