import { readOrder } from '@jawhara/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/postgres.ts';
import { placed } from '../../test/card-payer.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { renewChallenge } from './order.store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('[ORD-03] a payer who reopens the page gets the bank’s newest challenge, and none once the order no longer waits for it', async () => {
  const buyer = shop.visitor();
  const again = { way: 'native', action: '{"type":"threeDS2"}' } as const;
  const shown = async (scenario: 'challenge' | 'approve') => {
    const { orderId } = placed(await buyer.buy(scenario));
    await inTransaction(shop.db, (tx) => renewChallenge(tx, orderId, again));
    return (await buyer.call(readOrder, { orderId })).value?.challenge ?? null;
  };
  expect(await shown('challenge')).toEqual(again);
  expect(await shown('approve')).toBeNull();
  expect(await shop.db`select from orders where state = 'delivered' and challenge is not null`).toEqual([]);
});

it('a gem pack that is hidden from new payers can still be bought by its id', async () => {
  await shop.db`update gem_packs set is_hidden_from_new_payers = true where recharge_id = 'gems-540'`;
  const { value, refusal } = await shop.visitor().buy('approve', { rechargeId: 'gems-540' });
  expect([refusal, value?.answer]).toEqual([null, { kind: 'paid' }]);
});
