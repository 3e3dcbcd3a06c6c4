import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { inTransaction } from './postgres.ts';
import { noteLocked, putShared, readShared } from './shared-reads.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ROW = { row: 'order-1', name: 'money', tables: ['payments', 'refunds'] } as const;

/** A read that returns how often it was really made. */
function counted() {
  let reads = 0;
  return async () => (reads += 1);
}

it('a read of an order is made once in a transaction that has locked the order, and each time in one that has not', async () => {
  const read = counted();
  await inTransaction(shop.db, async (tx) => {
    await readShared(tx, ROW, read);
    expect(await readShared(tx, ROW, read)).toBe(2);
    noteLocked(tx, 'order-1');
    expect(await readShared(tx, ROW, read)).toBe(3);
    expect(await readShared(tx, ROW, read)).toBe(3);
    expect(await readShared(tx, { ...ROW, row: 'order-2' }, read)).toBe(4);
  });
  expect(await inTransaction(shop.db, (tx) => readShared(tx, ROW, read))).toBe(5);
  expect(await readShared(shop.db, ROW, read)).toBe(6);
});

it('a shared read is made again after a write to one of its tables, and not after other writes', async () => {
  const read = counted();
  await inTransaction(shop.db, async (tx) => {
    noteLocked(tx, 'order-1');
    await readShared(tx, ROW, read);
    await tx`update orders set moved_at = moved_at where false`;
    expect(await readShared(tx, ROW, read)).toBe(1);
    await tx`with changed as (update payments set changed_at = changed_at where false returning 1) select * from changed`;
    expect(await readShared(tx, ROW, read)).toBe(2);
    await tx`insert into refunds select * from refunds where false`;
    expect(await readShared(tx, ROW, read)).toBe(3);
    putShared(tx, ROW, 7);
    expect(await readShared(tx, ROW, read)).toBe(7);
  });
});
