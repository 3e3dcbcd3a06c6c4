import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Data, openTestShop, order, type TestShop } from '../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('a hosted PayerMax payment', () => {
  it('a hosted PayerMax payment waits for the payer and leads back with a status', async () => {
    const trade = order();
    const { data } = await shop.call('orderAndPay', trade);
    expect(data).toMatchObject({
      status: 'PENDING',
      redirectUrl: expect.stringContaining('/payermax/cashier/'),
    });
    const played = await shop.control('hosted', {
      outTradeNo: trade['outTradeNo'],
      scenario: 'challenge',
      answer: 'pay',
      bank: 'confirm',
    });
    const back = new URL(String(played['returnUrl']));
    expect(back.searchParams.get('order')).toBe('1');
    expect(back.searchParams.get('outTradeNo')).toBe(trade['outTradeNo']);
    expect(back.searchParams.get('status')).toBe('SUCCESS');
  });

  it('a hosted PayerMax payment can be closed by payer or shop until it is paid', async () => {
    const left = order();
    await shop.call('orderAndPay', left);
    await shop.control('hosted', { outTradeNo: left['outTradeNo'], answer: 'cancel' });
    expect(await shop.readOneWebhook()).toMatchObject({ code: 'PAYMENT_FAILED', data: { status: 'CLOSED' } });

    const cancel = (trade: Data, requestId: string) =>
      shop.call('cancel', { requestId, outTradeNo: trade['outTradeNo'] });
    const open = order();
    await shop.call('orderAndPay', open);
    expect((await cancel(open, 'one')).data).toMatchObject({ status: 'SUCCESS' });
    expect(await cancel(open, 'one')).toEqual(await cancel(open, 'one'));
    const paid = await shop.direct('approve');
    await shop.call('orderAndPay', paid);
    expect((await cancel(paid, 'two')).data).toMatchObject({ status: 'FAILED' });
    expect(await shop.query(paid)).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('a refund at PayerMax', () => {
  const requestRefund = (trade: Data, outRefundNo: string, refundAmount: number) =>
    shop.call('refund', {
      outRefundNo,
      refundAmount,
      refundCurrency: 'USD',
      outTradeNo: trade['outTradeNo'],
    });

  it('a PayerMax refund is first pending, then reported as done by webhook, and a repeated one refunds nothing more', async () => {
    const trade = await shop.direct('approve');
    await shop.call('orderAndPay', trade);
    await shop.readOneWebhook();
    shop.hook.webhookBodies.length = 0;
    expect((await requestRefund(trade, 'r_1', 2)).data).toMatchObject({
      status: 'REFUND_PENDING',
      refundAmount: 2,
    });
    expect(await shop.readOneWebhook()).toMatchObject({
      notifyType: 'REFUND',
      data: { outRefundNo: 'r_1', status: 'REFUND_SUCCESS', refundAmount: 2 },
    });
    expect((await requestRefund(trade, 'r_1', 2)).data).toMatchObject({ status: 'REFUND_SUCCESS' });
    expect((await shop.call('refundQuery', { outRefundNo: 'r_1' })).data).toMatchObject({
      status: 'REFUND_SUCCESS',
    });
    expect(await shop.books()).toMatchObject({ captured: 499, refunded: 200, net: 299 });
  });

  it('a PayerMax refund above the remaining amount or with a used number is refused', async () => {
    const trade = await shop.direct('approve');
    await shop.call('orderAndPay', trade);
    expect(await requestRefund(trade, 'r_2', 5)).toMatchObject({ code: 'AMOUNT_LIMIT' });
    await requestRefund(trade, 'r_3', 3);
    expect(await requestRefund(trade, 'r_3', 1)).toMatchObject({ code: 'REFUND_NO_INVALID' });
    expect(await requestRefund(trade, 'r_4', 2)).toMatchObject({ code: 'AMOUNT_LIMIT' });
  });
});
