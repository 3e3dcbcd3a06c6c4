import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestShop, type TestShop } from '../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const report = async (day: string) => fetch(`${shop.url}/_control/payermax/report?day=${day}`);

it('a PayerMax report of the day contains its sales, refunds and disputes', async () => {
  const trade = await shop.direct('approve');
  await shop.call('orderAndPay', trade);
  const sale = String(trade['outTradeNo']);
  await shop.readOneWebhook();
  await shop.control('refund', { paymentId: sale, amountMinorUnits: 200 });
  await vi.waitFor(() => expect(shop.hook.webhookBodies).toHaveLength(2), { timeout: 60_000 });
  await shop.control('dispute', { paymentId: sale, stage: 'opened', amountMinorUnits: 100 });
  await shop.control('dispute', { paymentId: sale, stage: 'lost' });

  const answer = await report(new Date().toISOString().slice(0, 10));
  const rows = (await answer.text()).split('\r\n').map((row) => row.split(','));
  const cell = (row: readonly string[], name: string) => row[rows[0]?.indexOf(name) ?? -1];
  const shown = ['Transaction Type', 'Txn Status', 'OriginalMerchant Txn ID', 'Txn Amount'];
  expect(rows.slice(1, -1).map((row) => shown.map((name) => cell(row, name)))).toEqual([
    ['PAYMENT', 'SUCCESS', '', '4.99'],
    ['REFUND', 'SUCCESS', sale, '2.00'],
    ['CHARGE_BACK', 'CB Request', sale, '1.00'],
    ['CHARGE_BACK', 'SUCCESS', sale, '1.00'],
  ]);
  expect((await report('today')).status).toBe(400);
});
