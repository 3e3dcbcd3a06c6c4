import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { deliverOrder } from '../orders/delivery/deliver-order.ts';
import { takeMoney } from '../orders/paying/take-money.ts';
import { takeReturn } from '../orders/refunds/take-return.ts';
import { requireProgramRole, type Db } from '../platform/postgres.ts';
import { startedOrder, PRICE } from '../test/started-order.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
/** A database login with the rights of the running program. */
let program: Db;
beforeAll(async () => {
  shop = await openShop();
  program = shop.app.context.db;
  const { value } = await shop.visitor().buy('approve', { recipientId: 1001 });
  expect(value?.answer.kind).toBe('paid');
});
afterAll(() => shop.close());

const FINAL = ['ledger_transfers', 'ledger_entries', 'order_events', 'gem_balances'];

describe('the ledger', () => {
  it('[ORD-17] the ledger refuses a transfer without entries', async () => {
    const orderId = await startedOrder(shop);
    const empty = shop.db`
      insert into ledger_transfers (order_id, recipient_account_id, number, kind, created_at)
      values (${orderId}, 1001, 1, 'nothing', now())`;
    await expect(empty).rejects.toThrow('must have entries');
  });

  it('[ORD-17] the ledger refuses a transfer that does not sum to zero in each unit', async () => {
    const orderId = await startedOrder(shop);
    const lone = shop.db.begin(async (tx) => {
      await tx`
        insert into ledger_transfers (order_id, recipient_account_id, number, kind, created_at)
        values (${orderId}, 1001, 1, 'lone', now())`;
      await tx`
        insert into ledger_entries (order_id, recipient_account_id, number, ledger_account, unit, amount)
        values (${orderId}, 1001, 1, 'account:1001', 'gem', 5), (${orderId}, 1001, 1, 'gem-sales', 'USD', -5)`;
    });
    await expect(lone).rejects.toThrow('sum to zero');
  });

  it('[ORD-12] the ledger refuses to credit more gems than the order has', async () => {
    const [order] = await shop.db`select id, gems from orders where state = 'delivered' limit 1`;
    const twice = shop.db.begin(async (tx) => {
      await tx`
        insert into ledger_transfers (order_id, recipient_account_id, number, kind, created_at)
        values (${order?.['id']}, 1001, 99, 'again', now())`;
      await tx`
        insert into ledger_entries (order_id, recipient_account_id, number, ledger_account, unit, amount)
        values (${order?.['id']}, 1001, 99, 'account:1001', 'gem', ${order?.['gems']}),
          (${order?.['id']}, 1001, 99, 'gems-issued', 'gem', ${-(order?.['gems'] as number)})`;
    });
    await expect(twice).rejects.toThrow('more gems than it has');
  });

  it('[ORD-17] a gem balance cannot be edited directly in the database', async () => {
    await expect(shop.db`update gem_balances set gems = gems + 1 where account_id = 1001`).rejects.toThrow(
      'not edited',
    );
    await expect(shop.db`insert into gem_balances (account_id, gems) values (1006, 5)`).rejects.toThrow(
      'not edited',
    );
    await expect(shop.db`delete from gem_balances`).rejects.toThrow('not edited');
  });

  it('[ORD-17] ledger rows cannot be changed, deleted or truncated, even by their owner', async () => {
    await expect(shop.db`update ledger_entries set amount = amount + 1`).rejects.toThrow('append-only');
    await expect(shop.db`delete from order_events`).rejects.toThrow('append-only');
    for (const table of FINAL)
      await expect(shop.db`truncate ${shop.db(table)} cascade`).rejects.toThrow('append-only');
  });

  it('[ORD-17] the program’s database role has no permission to change or delete ledger rows', async () => {
    for (const table of FINAL) {
      await expect(program`truncate ${program(table)}`).rejects.toThrow('permission denied');
      await expect(program`delete from ${program(table)}`).rejects.toThrow('permission denied');
    }
    await expect(program`update ledger_entries set amount = 1`).rejects.toThrow('permission denied');
    await expect(program`alter table ledger_entries disable trigger all`).rejects.toThrow('must be owner');
  });

  it('[ORD-17] a program with the database owner’s rights does not start', async () => {
    await expect(requireProgramRole(program)).resolves.toBeUndefined();
    await expect(requireProgramRole(shop.db)).rejects.toThrow('may rewrite ledger_transfers');
    expect(asProgram('postgres://postgres@127.0.0.1:5432/x')).toContain('role=jawhara_app');
  });

  it('[ORD-17] after a second payment is refunded, the ledger has both payments and the refund to the cent', async () => {
    const orderId = await startedOrder(shop, 1002);
    const { context } = shop.app;
    const books = async () => {
      const rows = await shop.db<{ account: string; sum: number }[]>`
        select ledger_account as account, sum(amount)::int as sum from ledger_entries
        where order_id = ${orderId} and unit = 'USD' group by 1 having sum(amount) <> 0`;
      return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
    };
    const paid = (providerPaymentId: string) => ({
      kind: 'paid' as const,
      provider: 13 as const,
      card: null,
      paidWith: null,
      providerPaymentId,
      money: { currency: 'USD', minorUnits: PRICE },
    });
    const [first, second] = [`pay_${randomUUID()}`, `pay_${randomUUID()}`];
    await takeMoney(context, orderId, paid(first));
    expect(await books()).toEqual({ 'provider:13': PRICE, 'payers-money': -PRICE });
    await deliverOrder(context, orderId);
    await takeMoney(context, orderId, paid(second));
    expect(await books()).toEqual({ 'provider:13': 2 * PRICE, 'gem-sales': -PRICE, 'payers-money': -PRICE });
    const word = {
      returnId: 'act_1',
      how: 'refund',
      stage: 'taken',
      providerPaymentId: second,
      money: null,
      fee: null,
    } as const;
    await takeReturn(context, orderId, { provider: 13, word });
    expect(await books()).toEqual({ 'provider:13': PRICE, 'gem-sales': -PRICE });
    const transfers = await shop.db<{ kind: string; why: string }[]>`
      select kind, why from ledger_transfers where order_id = ${orderId} order by number`;
    // The reason of each transfer contains its kind and its order.
    expect([...transfers]).toEqual(
      ['payment kept', 'delivery', 'payment second', 'return'].map((kind) => ({
        kind,
        why: `${kind}, order ${orderId}`,
      })),
    );
  });
});
