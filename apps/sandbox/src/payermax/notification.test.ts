import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestShop, type TestShop } from '../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('a PayerMax webhook', () => {
  it('a PayerMax webhook is sent again until the shop answers SUCCESS', async () => {
    shop.hook.saying = '{"code":"FAILED"}';
    await shop.call('orderAndPay', await shop.direct('approve'));
    await vi.waitFor(() => expect(shop.hook.webhookBodies.length).toBeGreaterThan(2), { timeout: 60_000 });
    shop.hook.saying = '{"code":"SUCCESS","msg":"Success"}';
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${shop.url}/_control/payermax/webhooks`);
        expect(await answer.json()).toMatchObject({ counts: { delivered: 1, waiting: 0 } });
      },
      { timeout: 60_000 },
    );
  });

  it('a PayerMax webhook is sent to the address given with the order', async () => {
    await shop.call('orderAndPay', await shop.direct('approve', { notifyUrl: 'http://127.0.0.1:9/nobody' }));
    await shop.call('orderAndPay', await shop.direct('do-not-honour'));
    expect((await shop.readOneWebhook()).data).toMatchObject({ status: 'FAILED' });
  });

  it('a PayerMax webhook has the charged amount and is sent when the payment is decided, with one test card never', async () => {
    await shop.control('api', { settleAfterMs: 150 });
    const trade = await shop.direct('wrong-amount');
    expect((await shop.call('orderAndPay', trade)).data).toMatchObject({ status: 'PENDING' });
    expect(shop.hook.webhookBodies).toHaveLength(0);
    expect((await shop.readOneWebhook()).data).toMatchObject({ status: 'SUCCESS', totalAmount: 4.98 });
    const silent = await shop.direct('webhook-never');
    await shop.call('orderAndPay', silent);
    await vi.waitFor(async () => expect(await shop.query(silent)).toMatchObject({ status: 'SUCCESS' }), {
      timeout: 60_000,
    });
    expect(shop.hook.webhookBodies).toHaveLength(1);
  });
});
