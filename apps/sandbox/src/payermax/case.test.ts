import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestShop, type Notification, type TestShop } from '../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

async function paidTrade(): Promise<string> {
  const trade = await shop.direct('approve');
  await shop.call('orderAndPay', trade);
  await shop.readOneWebhook();
  shop.hook.webhookBodies.length = 0;
  return String(trade['outTradeNo']);
}

async function readWebhooks(count: number): Promise<Notification[]> {
  await vi.waitFor(() => expect(shop.hook.webhookBodies).toHaveLength(count), { timeout: 60_000 });
  expect(shop.hook.forgeries).toBe(0);
  return shop.hook.webhookBodies.splice(0).map((body) => JSON.parse(body) as Notification);
}

describe('a PayerMax dispute', () => {
  it('a PayerMax dispute freezes the money and a fee, and a won dispute returns the money', async () => {
    const paymentId = await paidTrade();
    const { disputeId } = await shop.control('dispute', {
      paymentId,
      stage: 'opened',
      amountMinorUnits: 300,
    });
    expect(await readWebhooks(1)).toMatchObject([
      {
        notifyType: 'CHARGEBACK',
        data: {
          caseId: disputeId,
          outTradeNo: paymentId,
          status: 'DISPUTE_INQUIRY',
          amount: '3.00',
          currency: 'USD',
          fee: '15.00',
          totalAmount: '18.00',
          tradeAmount: '4.99',
          tradeCurrency: 'USD',
        },
      },
    ]);
    expect(await shop.books()).toMatchObject({ captured: 499, disputed: 300, net: 199 });
    await shop.control('dispute', { paymentId, stage: 'won' });
    const ends = await readWebhooks(2);
    expect(new Set(ends.map(({ data }) => data['status']))).toEqual(new Set(['CASE_CLOSED', 'DISPUTE_END']));
    for (const { data } of ends) expect(data).toMatchObject({ caseId: disputeId, caseResult: 'WIN' });
    expect(await shop.books()).toMatchObject({ disputed: 0, net: 499 });
  });

  it('a PayerMax dispute in another currency still reports the sale in its own currency', async () => {
    const paymentId = await paidTrade();
    const opened = { paymentId, stage: 'opened', amountMinorUnits: 1_871, currency: 'SAR' };
    await shop.control('dispute', opened);
    expect(await readWebhooks(1)).toMatchObject([
      {
        data: { amount: '18.71', currency: 'SAR', originTradeAmount: '4.99', originTradeCurrency: 'USD' },
      },
    ]);
  });
});

describe('a PayerMax refund', () => {
  it('a refund made in PayerMax’s pages has PayerMax’s own number and may fail later', async () => {
    const paymentId = await paidTrade();
    const { returnId } = await shop.control('refund', { paymentId, amountMinorUnits: 200 });
    expect(await readWebhooks(1)).toMatchObject([
      { notifyType: 'REFUND', data: { outRefundNo: returnId, status: 'REFUND_SUCCESS', refundAmount: 2 } },
    ]);
    await shop.control('refund-fails', { returnId });
    expect(await readWebhooks(1)).toMatchObject([
      { data: { outRefundNo: returnId, status: 'REFUND_FAILED' } },
    ]);
    expect(await shop.books()).toMatchObject({ refunded: 0, net: 499 });
  });
});

describe('a PayerMax that refuses requests', () => {
  it.each([
    [{ revokedKey: true }, 'SIGN_VERIFY_FAILED'],
    [{ tooManyRate: 1 }, 'TOO_MANY_REQUEST'],
  ])('a PayerMax request during %j is answered with %s and has no effect', async (outage, code) => {
    const trade = await shop.direct('approve');
    await shop.control('api', outage);
    expect(await shop.call('orderAndPay', trade)).toMatchObject({ code });
    await shop.control('api', { revokedKey: false, tooManyRate: 0 });
    expect(await shop.books()).toMatchObject({ payments: 0 });
  });
});
