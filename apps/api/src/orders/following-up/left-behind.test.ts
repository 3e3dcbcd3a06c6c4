import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restateClient } from '../../platform/restate.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import { placeOrder } from '../placing/place-order.ts';
import { takeMoney } from '../paying/take-money.ts';
import { providerRegistry } from '../../providers/registry.ts';
import { checkoutComProvider } from '../../providers/checkout-com/checkout-com.provider.ts';
import { accountId, CHECKOUT_COM_CARD, type RechargeId } from '@jawhara/domain';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** An engine that is not there. */
const away = restateClient<never, never>('http://127.0.0.1:9', 'order') as never;

async function placeWithoutEngine(): Promise<Awaited<ReturnType<typeof placeOrder>>> {
  const providers = providerRegistry([
    checkoutComProvider({
      baseUrl: shop.sandboxUrl,
      secretKey: 'sk_unused',
      processingChannelId: 'pc_unused',
      webhookKey: 'unused',
    }),
  ]);
  return placeOrder(
    {
      context: shop.app.context,
      providers,
      life: away,
      shield: { secondsToWait: async () => null, strike: async () => {}, paid: () => {}, declined: () => {} },
      whyNotPay: async () => null,
      returnUrls: () => ({ frame: 'http://127.0.0.1/', page: 'http://127.0.0.1/' }),
      waitMsMax: 1_000,
    },
    {
      rechargeId: 'gems-100' as RechargeId,
      recipientId: accountId(1001),
      payType: CHECKOUT_COM_CARD,
      card: { token: await shop.token('approve') },
    },
    {
      payerDevice: 'device',
      payerAccount: null,
      address: '127.0.0.1',
      locale: 'ar',
      requestId: randomUUID(),
    },
  );
}

describe('without the engine', () => {
  it('nothing is charged, the payer is told so, and the order is withdrawn', async () => {
    expect(await placeWithoutEngine()).toEqual({ kind: 'refused', refusal: 'payments-paused' });
    const [order] = await shop.db<
      { id: string; state: string }[]
    >`select id, state from orders where payer_device = 'device'`;
    expect(order?.state).toBe('cancelled');
    expect((await shop.books()).payments.filter(({ reference }) => reference === order?.id)).toHaveLength(0);
  });

  it('a notification is acknowledged because it is stored, and the sweeper hands it over', async () => {
    const before = await balanceOf(shop.db, 1003);
    const bought = await shop.visitor().buy('challenge', { recipientId: 1003 });
    const orderId = bought.value?.orderId as OrderId;
    const [payment] = (await shop.books()).payments.filter(({ reference }) => reference === orderId);
    // Written as the route would have written it just before its process died.
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      type: 'payment_captured',
      data: { id: payment?.id, reference: orderId, amount: 999, currency: 'USD', response_code: '10000' },
    });
    const past = new Date(Date.now() - 60_000);
    await shop.db`
      insert into notifications (id, provider, event_id, event_type, order_id, body, received_at, hand_over_after)
      values (${randomUUID()}, 13, ${randomUUID()}, 'payment_captured', ${orderId}, ${body}, ${past}, ${past})`;
    await shop.sweep();
    await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe('delivered'), {
      timeout: PATIENCE_MS,
    });
    expect(await balanceOf(shop.db, 1003)).toBe(before + 1060);
  });
});

describe('an order nobody looks after', () => {
  it('is delivered by the sweeper when it was paid and never credited', async () => {
    const before = await balanceOf(shop.db, 1004);
    const bought = await shop.visitor().buy('challenge', { recipientId: 1004 });
    const orderId = bought.value?.orderId as OrderId;
    const [payment] = (await shop.books()).payments.filter(({ reference }) => reference === orderId);
    // As a crash leaves it between taking the money and crediting.
    await takeMoney(shop.app.context, orderId, {
      kind: 'paid',
      provider: 13,
      card: null,
      paidWith: null,
      providerPaymentId: payment?.id ?? '',
      money: { currency: 'USD', minorUnits: 999 },
    });
    const past = new Date(Date.now() - 60_000);
    await shop.db`update orders set look_after = ${past} where id = ${orderId}`;
    await shop.sweep();
    await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe('delivered'), {
      timeout: PATIENCE_MS,
    });
    await shop.sweep();
    expect(await balanceOf(shop.db, 1004)).toBe(before + 1060);
  });
});
