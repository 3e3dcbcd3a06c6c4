import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADYEN_KEYS, openAdyenShop, type AdyenShop } from './test/adyen-shop.ts';

let shop: AdyenShop;

beforeAll(async () => {
  shop = await openAdyenShop();
});
afterAll(() => shop.close());

it('the webhook about an Adyen payout has the address of its report, which is downloaded with the API key', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const { pspReference: paymentId } = await shop.pay('approve');
  const { returnId } = await shop.control<{ returnId: string }>('refund', {
    paymentId,
    amountMinorUnits: 400,
  });
  const { disputeId } = await shop.control<{ disputeId: string }>('dispute', { paymentId, stage: 'opened' });
  await shop.control('dispute', { paymentId, stage: 'won' });
  await shop.control('report', { day });

  const reportItem = await shop.itemOf('REPORT_AVAILABLE');
  expect(reportItem.reason).toBe(
    `${shop.url}/adyen/reports/download/MerchantAccount/JawharaTest/settlement_detail_report_batch_1.csv`,
  );
  const answer = await fetch(reportItem.reason, { headers: { 'x-api-key': ADYEN_KEYS.apiKey } });
  const rows = (await answer.text()).split('\r\n').map((row) => row.split(','));
  const cell = (row: readonly string[], name: string) => row[rows[0]?.indexOf(name) ?? -1];
  expect(
    rows
      .slice(1, -1)
      .map((row) => [
        cell(row, 'Type'),
        cell(row, 'Gross Debit (GC)'),
        cell(row, 'Gross Credit (GC)'),
        cell(row, 'Modification Reference'),
      ]),
  ).toEqual([
    ['Settled', '', '9.99', expect.stringMatching(/^[A-Z0-9]{16}$/)],
    ['Refunded', '4.00', '', returnId],
    ['Chargeback', '9.99', '', disputeId],
    ['ChargebackReversed', '', '9.99', disputeId],
    ['MerchantPayout', '', '', ''],
  ]);
});

it('an Adyen report is refused without the API key, and not found for a batch that does not exist', async () => {
  const address = `${shop.url}/adyen/reports/download/MerchantAccount/JawharaTest/settlement_detail_report_batch_`;
  expect((await fetch(`${address}1.csv`)).status).toBe(401);
  expect((await fetch(`${address}9.csv`, { headers: { 'x-api-key': ADYEN_KEYS.apiKey } })).status).toBe(404);
  await expect(shop.control('report', { day: 'today' })).rejects.toThrow('day');
});
