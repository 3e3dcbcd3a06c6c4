import { randomUUID } from 'node:crypto';
import type { OrderPlaced } from '@jawhara/contract';
import { readOrderStatus } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { capturedBody, postToCheckoutCom } from '../test/checkout-com-post.ts';
import { balanceOf, openShop, orderState, type Called, type Shop } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

const EXPIRES_AFTER_MS = 4_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { ORDER_EXPIRES_AFTER_MS: String(EXPIRES_AFTER_MS) } });
});
afterAll(() => shop.close());

function placed(called: Called<OrderPlaced>): OrderPlaced {
  if (!called.value) throw new Error(`not placed: ${called.refusal ?? called.status}`);
  return called.value;
}

async function becomes(orderId: OrderId, state: string): Promise<void> {
  await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe(state), {
    timeout: PATIENCE_MS,
    interval: 50,
  });
}

describe('an unknown outcome', () => {
  it.each(['answer-lost', 'error-after-charge'] as const)(
    '[ORD-12] after the provider’s failure "%s" the order is looked up at the provider, charged once and credited once',
    async (scenario) => {
      const before = await balanceOf(shop.db, 1003);
      const { orderId, answer } = placed(await shop.visitor().buy(scenario, { recipientId: 1003 }));
      expect(['pending', 'paid']).toContain(answer.kind);
      await becomes(orderId, 'delivered');
      expect(await balanceOf(shop.db, 1003)).toBe(before + 1060);
      const { payments } = await shop.books();
      expect(payments.filter(({ reference }) => reference === orderId)).toHaveLength(1);
    },
  );

  it('[ORD-13] an order whose payment fails with "error-before-charge" and is unknown to its provider expires', async () => {
    const { orderId } = placed(await shop.visitor().buy('error-before-charge'));
    await becomes(orderId, 'expired');
  });

  it.each([
    ['pending-then-approved', 'delivered'],
    ['pending-then-declined', 'refused'],
  ] as const)('an order with the card "%s" ends %s', async (scenario, state) => {
    const { orderId, answer } = placed(await shop.visitor().buy(scenario));
    expect(answer).toEqual({ kind: 'pending' });
    await becomes(orderId, state);
  });
});

describe('webhooks', () => {
  it('[ORD-12] webhooks that are doubled or repeated credit an order once', async () => {
    const before = await balanceOf(shop.db, 1004);
    const { orderId, answer } = placed(await shop.visitor().buy('challenge', { recipientId: 1004 }));
    expect(answer.kind).toBe('challenge');
    const [payment] = (await shop.books()).payments.filter(({ reference }) => reference === orderId);
    const one = capturedBody(orderId, 999, payment?.id ?? '');
    const statuses = await Promise.all([
      ...Array.from({ length: 20 }, () => postToCheckoutCom(shop, one)),
      ...Array.from({ length: 20 }, () =>
        postToCheckoutCom(shop, capturedBody(orderId, 999, payment?.id ?? '')),
      ),
    ]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await becomes(orderId, 'delivered');
    await vi.waitFor(
      async () =>
        expect(
          await shop.db`select from notifications where order_id = ${orderId} and processed_at is null`,
        ).toHaveLength(0),
      { timeout: PATIENCE_MS, interval: 50 },
    );
    expect(await balanceOf(shop.db, 1004)).toBe(before + 1060);
    expect(await shop.db`select from notifications where order_id = ${orderId}`).toHaveLength(21);
  });

  it('webhooks with a wrong signature are answered 401 and not stored', async () => {
    const [before] = await shop.db`select count(*)::int as n from notifications`;
    expect(await postToCheckoutCom(shop, '{"not even":', 'another key')).toBe(401);
    const [after] = await shop.db`select count(*)::int as n from notifications`;
    expect(after).toEqual(before);
  });

  it('webhooks that are unreadable or match no order are accepted and raise an alert', async () => {
    expect(await postToCheckoutCom(shop, '{"not even":')).toBe(200);
    expect(await postToCheckoutCom(shop, capturedBody(randomUUID(), 999, 'pay_unknown'))).toBe(200);
    const alerts = await shop.db<
      { kind: string }[]
    >`select kind from alerts where order_id is null order by kind`;
    expect(alerts.map(({ kind }) => kind)).toEqual(['notification-without-order', 'unreadable-notification']);
  });

  it('a webhook with a wrong amount delivers nothing and raises an alert', async () => {
    const before = await balanceOf(shop.db, 1005);
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('challenge', { recipientId: 1005 }));
    const [payment] = (await shop.books()).payments.filter(({ reference }) => reference === orderId);
    expect(await postToCheckoutCom(shop, capturedBody(orderId, 998, payment?.id ?? ''))).toBe(200);
    await vi.waitFor(
      async () =>
        expect(
          await shop.db`select from alerts where order_id = ${orderId} and kind = 'amount-mismatch'`,
        ).toHaveLength(1),
      { timeout: PATIENCE_MS, interval: 50 },
    );
    await new Promise((resolve) => setTimeout(resolve, EXPIRES_AFTER_MS + 1_000));
    expect(await balanceOf(shop.db, 1005)).toBe(before);
    expect((await buyer.call(readOrderStatus, { orderId })).value).toMatchObject({
      result: -1,
      creditedAt: null,
    });
    expect(shop.log()).toContain('amount-mismatch');
  });
});

describe('an order’s expiry', () => {
  it('[ORD-13] an unpaid order expires; a late capture webhook still credits it once and raises an alert', async () => {
    const before = await balanceOf(shop.db, 1002);
    const { orderId } = placed(await shop.visitor().buy('challenge', { recipientId: 1002 }));
    await becomes(orderId, 'expired');
    const [payment] = (await shop.books()).payments.filter(({ reference }) => reference === orderId);
    await postToCheckoutCom(shop, capturedBody(orderId, 999, payment?.id ?? ''));
    await postToCheckoutCom(shop, capturedBody(orderId, 999, payment?.id ?? ''));
    await becomes(orderId, 'delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);
    expect(
      await shop.db`select from alerts where order_id = ${orderId} and kind = 'late-confirmation'`,
    ).toHaveLength(1);
  });
});
