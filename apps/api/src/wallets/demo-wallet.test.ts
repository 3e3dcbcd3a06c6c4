import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../program/env.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { balanceOf, openShop, orderState, PAYABLE_HOST, type Shop } from '../test/shop.ts';
import { agree, openSheet, openWalletOrder } from '../test/wallet-payer.ts';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function captured(orderId: string): Promise<number[]> {
  const answer = await fetch(`${shop.sandboxUrl}/_control/demo/books`);
  const { payments } = (await answer.json()) as { payments: { reference: string; captured: number }[] };
  return payments.filter(({ reference }) => reference === orderId).map((payment) => payment.captured);
}

describe('the demo wallet', () => {
  it('[WAL-02] [WAL-03] [TYP-01] a demo wallet payment with an Apple Pay sheet is captured, and its gems are delivered', async () => {
    const payer = shop.visitor();
    const before = await balanceOf(shop.db, 1001);
    const { orderId } = placed(await openWalletOrder(payer, 30));
    const { value } = await openSheet(payer, orderId);
    expect(JSON.parse(value?.sessionJson ?? '')).toMatchObject({ domainName: PAYABLE_HOST });
    expect((await agree(shop, payer, orderId)).value).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
    expect(await captured(orderId)).toEqual([999]);
  });

  it('[WAL-02] the demo wallet is not available while Apple opens no session, and available at the next try', async () => {
    const payer = shop.visitor();
    const { orderId } = placed(await openWalletOrder(payer, 30));
    await shop.control('apple-pay/sessions', { failNext: 1 });
    expect((await openSheet(payer, orderId)).refusal).toBe('wallet-not-available');
    expect((await openSheet(payer, orderId)).refusal).toBeNull();
  });

  it.each([
    ['pending-then-approved', 'delivered'],
    ['pending-then-declined', 'refused'],
    ['answer-lost', 'delivered'],
    ['webhook-never', 'delivered'],
    ['error-after-charge', 'delivered'],
  ] as const)(
    '[WAL-04] the demo wallet payment %s is pending at first, and its order is %s in the end',
    async (scenario, state) => {
      const payer = shop.visitor();
      const { orderId } = placed(await openWalletOrder(payer, 30));
      expect((await agree(shop, payer, orderId, { scenario })).value).toEqual({ kind: 'pending' });
      await becomes(shop, orderId, state);
      expect((await captured(orderId)).filter((cents) => cents > 0)).toHaveLength(
        state === 'refused' ? 0 : 1,
      );
    },
  );
});

describe('the demo provider', () => {
  const source = (more: Record<string, string> = {}) => ({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/asks',
    API_PORT: '4101',
    FLOW_PORT: '4102',
    REDIS_URL: 'redis://127.0.0.1:6379',
    RESTATE_INGRESS_URL: 'http://127.0.0.1:1',
    RESTATE_ADMIN_URL: 'http://127.0.0.1:2',
    SITE_URL: 'http://127.0.0.1:4100',
    DEVICE_KEYS: 'k'.repeat(40),
    FINE_QUOTE_KEY: 'a-key-of-fine-quotes-of-forty-letters-00',
    RECEIPT_KEYS: 'a-receipt-key-of-thirty-two-letters',
    CHECKOUT_COM_API_URL: 'http://127.0.0.1:3',
    CHECKOUT_COM_SECRET_KEY: 'sk_x',
    CHECKOUT_COM_PUBLIC_KEY: 'pk_x',
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: 'pc_x',
    CHECKOUT_COM_WEBHOOK_KEY: 'a webhook key of some length',
    CHECKOUT_COM_FIELDS_URL: 'http://127.0.0.1:3/x.js',
    CHECKOUT_COM_ENVIRONMENT: 'sandbox',
    ...more,
  });
  const demo = {
    DEMO_API_URL: 'http://127.0.0.1:3/demo/v1',
    DEMO_API_KEY: 'a demo key of some length',
    DEMO_WEBHOOK_KEY: 'a webhook key of some length',
    APPLE_PAY_MERCHANT_ID: APPLE_PAY_KEYS.merchantId,
    APPLE_PAY_CERTIFICATE: APPLE_PAY_KEYS.merchantCertificate,
    APPLE_PAY_KEY: APPLE_PAY_KEYS.merchantKey,
  };

  it('the demo provider needs its key and its complete Apple Pay identity', () => {
    expect(readEnv(source()).providers[30]).toBeNull();
    expect(readEnv(source(demo)).providers[30]).not.toBeNull();
    const { APPLE_PAY_KEY: _key, ...half } = demo;
    expect(() => readEnv(source(half))).toThrow('belong together');
  });

  it('the server does not start with the demo provider beside a live one, unless a setting allows it', () => {
    const live = { ...demo, CHECKOUT_COM_ENVIRONMENT: 'production' };
    expect(() => readEnv(source(live))).toThrow('DEMO_API_KEY is set where a provider takes real money');
    const allowed = { ...live, DEMO_BESIDE_REAL_MONEY: 'allowed' };
    expect(() => readEnv(source(allowed))).not.toThrow('DEMO_API_KEY');
  });
});
