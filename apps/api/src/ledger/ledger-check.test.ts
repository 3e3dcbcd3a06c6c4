import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { ordersWithTransfers, unbalancedTransfersOf, type TransferPage } from './ledger-check.store.ts';

let shop: Shop;
let bought: OrderId[];
beforeAll(async () => {
  shop = await openShop();
  const payer = shop.visitor();
  bought = [];
  for (const recipientId of [1001, 1002]) {
    const { value } = await payer.buy('approve', { recipientId });
    if (value) bought.push(value.orderId);
  }
});
afterAll(() => shop.close());

const EVER = { from: new Date(0), to: new Date('2100-01-01') };

/** Reads all pages of `most` transfers each, and counts the pages. */
async function walk(most: number): Promise<{ orders: Set<OrderId>; pages: number }> {
  const orders = new Set<OrderId>();
  let page: TransferPage | null = null;
  for (let pages = 1; ; pages += 1) {
    const { orderIds, next } = await ordersWithTransfers(shop.db, EVER, page, most);
    for (const id of orderIds) orders.add(id);
    if (next === null) return { orders, pages };
    page = next;
  }
}

describe('orders with transfers, page by page', () => {
  it('listing the orders with ledger transfers page by page misses none, however long a page is', async () => {
    const [row] = await shop.db<{ count: number }[]>`select count(*)::int from ledger_transfers`;
    const transfers = row?.count ?? 0;
    expect(transfers).toBeGreaterThan(2);
    for (const most of [1, 2, transfers, transfers + 1]) {
      const { orders, pages } = await walk(most);
      expect([...orders].toSorted()).toEqual(bought.toSorted());
      expect(pages).toBe(Math.floor(transfers / most) + 1);
    }
  });
});

it('[ORD-17] the ledger check finds an order with a transfer that does not sum to zero, and returns the sum', async () => {
  const [spoilt, other] = bought as [OrderId, OrderId];
  expect(await unbalancedTransfersOf(shop.db, bought)).toEqual([]);
  // Only a role that may switch triggers off can write such an entry.
  await shop.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into ledger_entries (order_id, recipient_account_id, number, ledger_account, unit, amount)
      select order_id, recipient_account_id, number, 'gems-issued-by-hand', 'gem', 7 from ledger_transfers
      where order_id = ${spoilt} order by number limit 1`;
  });
  expect(await unbalancedTransfersOf(shop.db, [spoilt, other])).toEqual([
    { orderId: spoilt, number: 1, unit: 'gem', sum: 7 },
  ]);
  expect(await unbalancedTransfersOf(shop.db, [other])).toEqual([]);
});
