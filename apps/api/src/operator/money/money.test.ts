import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueRefunds } from '../../orders/store/refund.store.ts';
import { deliveredOrder, deskOf, soon } from '../../test/operator-desk.ts';
import { planRefund, refundOrder } from '../orders/refund-order.ts';
import { runOps } from '../../test/run-ops.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { isRefused } from '../refusals.ts';
import { moneyBetween } from './money.verbs.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function refund(orderId: OrderId, amount: string): Promise<void> {
  const wanted = { orderId, purpose: 'gems' as const, amount, wrongRecipient: null };
  const plan = await planRefund(shop.db, wanted);
  if (isRefused(plan)) throw new Error(plan.because);
  expect(await refundOrder(deskOf(shop), signed(), wanted, plan)).toMatchObject({ kind: 'done' });
}

it('the money report of a day shows its payments and refunds; the report of the day before shows none', async () => {
  const first = await deliveredOrder(shop, 1001);
  await deliveredOrder(shop, 1003);
  await refund(first, '4.00');
  await soon(async () =>
    expect(await shop.db`select from payment_returns where order_id = ${first}`).toHaveLength(1),
  );
  const day = await runOps(shop, 'money', 'day', '--json');
  const { parts } = JSON.parse(day.out) as { parts: [string, { rows: unknown[][] }] };
  expect(parts[1].rows).toEqual([
    [13, 'paid', 2, '19.98 USD'],
    [13, 'refund taken', 1, '4.00 USD'],
  ]);
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
  expect((await runOps(shop, 'money', 'day', '--day', yesterday)).out).toContain(
    `No money moved on ${yesterday}.`,
  );
});

it('the money report counts every row once when there are more rows than a page, also if they have the same time', async () => {
  const orderId = await deliveredOrder(shop, 1003);
  const at = new Date('2026-01-05T12:00:00Z');
  await shop.db`
    insert into payment_returns (provider, return_id, order_id, recipient_account_id, how, stage, amount_minor_units, currency,
      money_told_at, first_told_at, changed_at)
    select 13, 'many-' || n, ${orderId}, 1003, 'dispute', 'announced', case when n % 5 > 0 then 2 end,
      case when n % 5 > 0 then 'USD' end, case when n % 5 > 0 then 'announced' end, ${at}, ${at}
    from generate_series(1, 2500) n`;
  const period = { from: at, to: new Date(at.getTime() + 1) };
  expect(await moneyBetween(shop.db, period, () => {})).toEqual([
    { provider: 13, what: 'dispute announced', count: 2_000, money: { currency: 'USD', minorUnits: 4_000 } },
    { provider: 13, what: 'dispute announced', count: 500, money: null },
  ]);
});

it('refunds that are due are listed with their sum until the provider has accepted them', async () => {
  const orderId = await deliveredOrder(shop, 1001);
  expect((await runOps(shop, 'refunds', 'list')).out).toContain('No refund is due.');
  await shop.control('api', { failRate: 1 });
  await refund(orderId, '2.50');
  const listed = await soon(async () => {
    const { out } = await runOps(shop, 'refunds', 'list');
    expect(out).toContain('2.50 USD');
    return out;
  });
  expect(listed).toMatch(/together +2\.50 USD/);
  expect(await dueRefunds(shop.db, 10)).toMatchObject([{ orderId, cause: expect.any(String) }]);
  await shop.control('reset', {});
  await soon(async () => expect((await runOps(shop, 'refunds', 'list')).out).toContain('No refund is due.'));
});
