import { randomUUID } from 'node:crypto';
import { type OrderId, accountId, CHECKOUT_COM_CARD, type RechargeId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemWaiting } from '../../platform/clock.ts';
import { restateClient } from '../../platform/restate.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import type { OrderLifeClient } from '../base/order-life.ts';
import { claimNeglectedOrders } from '../store/order.store.ts';
import { placeOrder } from '../placing/place-order.ts';
import { takeMoney } from '../paying/take-money.ts';
import { storyOf } from '../store/order-story.store.ts';
import { sweepOrders } from './sweep-orders.ts';
import { providerRegistry } from '../../providers/registry.ts';
import { checkoutComProvider } from '../../providers/checkout-com/checkout-com.ts';
import { ownAccounts } from '../../accounts/account-directory.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  // The shop's sweeper does not run: only the test sweeps.
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

/** An engine that cannot be reached. */
const away: OrderLifeClient = restateClient({ url: 'http://127.0.0.1:9', token: null }, 'order');

async function placeBy(
  life: OrderLifeClient,
  { device = 'device', waitMsMax = 1_000 } = {},
): Promise<Awaited<ReturnType<typeof placeOrder>>> {
  const providers = providerRegistry([
    checkoutComProvider({
      baseUrl: shop.sandboxUrl,
      secretKey: 'sk_unused',
      publicKey: 'pk_unused',
      processingChannelId: 'pc_unused',
      webhookKey: 'unused',
    }),
  ]);
  return placeOrder(
    {
      context: shop.app.context,
      providers,
      life,
      accounts: ownAccounts(shop.db),
      cardTestingLimit: {
        secondsToWait: async () => null,
        release: async () => {},
        paid: () => {},
        declined: () => {},
      },
      paymentRestriction: async () => null,
      returnUrls: () => ({ frame: 'http://127.0.0.1/', page: 'http://127.0.0.1/' }),
      waitMsMax,
      waiting: systemWaiting,
    },
    {
      rechargeId: 'gems-100' as RechargeId,
      recipientId: accountId(1001),
      payType: CHECKOUT_COM_CARD,
      card: { token: await shop.token('approve') },
    },
    {
      payerDevice: device,
      payerAccount: null,
      address: '127.0.0.1',
      locale: 'ar',
      siteUrl: shop.env.siteUrl,
      requestId: randomUUID(),
    },
  );
}

/** The one order of a device. */
async function orderFrom(device: string): Promise<{ id: OrderId; state: string }> {
  const [order] = await shop.db<{ id: OrderId; state: string }[]>`
    select id, state from orders where payer_device = ${device}`;
  return order ?? expect.fail(`${device} has no order`);
}

describe('without the engine', () => {
  it('while the engine cannot be reached a new order is cancelled, nothing is charged, and the payer sees that payments are paused', async () => {
    expect(await placeBy(away)).toEqual({ kind: 'refused', refusal: 'payments-paused' });
    const { id, state } = await orderFrom('device');
    expect(state).toBe('cancelled');
    expect((await shop.books()).payments.filter(({ reference }) => reference === id)).toHaveLength(0);
    // The event does not name the payer as the canceller.
    expect((await storyOf(shop.db, id)).at(-1)).toMatchObject({
      kind: 'cancelled',
      detail: { why: 'engine-away' },
    });
  });

  it('a payment request waits for an unreachable engine a third of the longest time at most', async () => {
    const waits: number[] = [];
    const life: OrderLifeClient = {
      ...away,
      call: async (_name, _key, _input, { waitMsMax }) => {
        waits.push(waitMsMax);
        return { kind: 'engine-away' };
      },
    };
    await placeBy(life, { device: 'patient', waitMsMax: 3_000 });
    expect(waits[0]).toBeLessThanOrEqual(1_000);
    // A timer may end a moment early.
    expect(waits[1]).toBeLessThan(550);
  });

  it('a stored webhook whose process died is handed to the engine by the sweeper, and the order is delivered', async () => {
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

describe('an order that no process looks after', () => {
  const neglectedAfterMs = () => shop.app.context.timing.neglectedAfterMs;

  it('the sweeper finds an order whose process died before calling the engine, after a pause and not earlier', async () => {
    const dying: OrderLifeClient = { ...away, call: () => Promise.reject(new Error('killed')) };
    const before = Date.now();
    await expect(placeBy(dying, { device: 'dying' })).rejects.toThrow('killed');
    const { id, state } = await orderFrom('dying');
    expect(state).toBe('created');
    const pause = { leastMs: 60_000, mostMs: 60_000 };
    const foundAt = (ms: number) => claimNeglectedOrders(shop.db, new Date(ms), pause, 200);
    expect(await foundAt(before + neglectedAfterMs())).not.toContain(id);
    expect(await foundAt(Date.now() + neglectedAfterMs() + 1)).toContain(id);
  });

  it('an order that was paid but never credited is delivered by the sweeper', async () => {
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
    const { context, life } = shop.app;
    const soon = new Date(Date.now() + neglectedAfterMs() + 1);
    expect(await shop.db`select from orders where id = ${orderId} and look_after < ${soon}`).toHaveLength(1);
    await sweepOrders({ ...context, now: () => soon }, life);
    await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe('delivered'), {
      timeout: PATIENCE_MS,
    });
    await shop.sweep();
    expect(await balanceOf(shop.db, 1004)).toBe(before + 1060);
  });
});
