import { cancelOrder, readSiteConfig } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { placed } from '../../test/card-payer.ts';
import { alertKinds } from '../../test/checkout-com-events.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GEMS = 1060;

let aheadMs = 0;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    env: { ORDER_EXPIRES_AFTER_MS: String(MINUTE_MS) },
    now: () => new Date(Date.now() + aheadMs),
  });
});
afterEach(() => shop.control('reset', {}));
afterAll(() => shop.close());

const soon = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });
const becomes = (orderId: OrderId, state: string): Promise<void> =>
  soon(async () => expect(await orderState(shop.db, orderId)).toBe(state));

/** Advances our clock by minutes while the provider needs real seconds. */
const becomesInTime = (orderId: OrderId, state: string): Promise<void> =>
  soon(async () => {
    aheadMs += 10 * MINUTE_MS;
    expect(await orderState(shop.db, orderId)).toBe(state);
  });

async function attemptOf(orderId: OrderId) {
  const [row] = await shop.db<{ state: string; look_after: Date | null }[]>`
    select state, look_after from payments where order_id = ${orderId}`;
  return row;
}

/** Calls in the engine that are not completed yet. */
async function waitingFor(orderId: OrderId): Promise<{ handler: string; status: string }[]> {
  const query = `select target_handler_name as handler, status from sys_invocation
    where target_service_key = '${orderId}' and status <> 'completed'`;
  const answer = await fetch(`${inject('restateAdminUrl')}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await answer.json()) as { rows: { handler: string; status: string }[] }).rows;
}

describe('a payment attempt that was submitted', () => {
  it('[ORD-15] an attempt is still checked after the payer cancels: a payment that succeeds is delivered', async () => {
    const before = await balanceOf(shop.db, 1003);
    const payer = shop.visitor();
    await shop.control('webhooks', { hold: true });
    await shop.control('api', { settleAfterMs: 2_000 });
    const { orderId } = placed(await payer.buy('pending-then-approved', { recipientId: 1003 }));
    await payer.call(cancelOrder, { orderId, reason: 'tired' });
    expect(await orderState(shop.db, orderId)).toBe('cancelled');
    await becomesInTime(orderId, 'delivered');
    expect(await balanceOf(shop.db, 1003)).toBe(before + GEMS);
    expect(await alertKinds(shop, orderId)).toContain('late-confirmation');
  });

  it('[ORD-15] an attempt is still checked after its order expired, and a late success is delivered', async () => {
    const before = await balanceOf(shop.db, 1004);
    await shop.control('webhooks', { hold: true });
    await shop.control('api', { settleAfterMs: 5_000 });
    const { orderId } = placed(await shop.visitor().buy('pending-then-approved', { recipientId: 1004 }));
    aheadMs += MINUTE_MS + 1_000;
    await becomes(orderId, 'expired');
    await becomesInTime(orderId, 'delivered');
    expect(await balanceOf(shop.db, 1004)).toBe(before + GEMS);
  });

  it('[ORD-15] an attempt is checked no more after a final refusal or at the end of its longest life', async () => {
    const refused = placed(await shop.visitor().buy('insufficient-funds'));
    expect(await attemptOf(refused.orderId)).toEqual({ state: 'refused', look_after: null });
    const { orderId } = placed(await shop.visitor().buy('challenge'));
    aheadMs += MINUTE_MS + 1_000;
    await becomes(orderId, 'expired');
    expect(await attemptOf(orderId)).toMatchObject({ state: 'open', look_after: expect.any(Date) });
    aheadMs += 11 * DAY_MS;
    await soon(async () => expect(await attemptOf(orderId)).toEqual({ state: 'gone', look_after: null }));
    // No alert: the provider answered every check; only the payer did not return.
    expect(await alertKinds(shop, orderId)).toEqual([]);
  });

  it('[ORD-15] an attempt that its provider never answered raises an alert when its life is over', async () => {
    const { orderId } = placed(await shop.visitor().buy('error-before-charge'));
    await shop.control('api', { failRate: 1 });
    aheadMs += 11 * DAY_MS;
    await soon(async () => expect(await attemptOf(orderId)).toEqual({ state: 'gone', look_after: null }));
    expect(await alertKinds(shop, orderId)).toEqual(['attempt-never-answered']);
    // A missing answer is not a refusal, so the order does not expire for the payer.
    expect(await orderState(shop.db, orderId)).toBe('pending');
  });

  it('[ORD-15] the pauses between checks of an attempt grow with its age', async () => {
    await shop.control('api', { settleAfterMs: 20 * DAY_MS });
    await shop.control('webhooks', { hold: true });
    const { orderId } = placed(await shop.visitor().buy('pending-then-approved'));
    const pauses: number[] = [];
    for (const age of [2 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS]) {
      aheadMs += age;
      const now = Date.now() + aheadMs;
      await soon(async () => {
        const next = (await attemptOf(orderId))?.look_after?.getTime() ?? 0;
        expect(next).toBeGreaterThan(now + 15_000);
        expect((await shop.db`select looks from orders where id = ${orderId}`)[0]?.['looks']).toBeGreaterThan(
          pauses.length,
        );
      });
      pauses.push(((await attemptOf(orderId))?.look_after?.getTime() ?? 0) - now);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBeGreaterThan(5 * 60 * MINUTE_MS);
  });
});

describe('a provider that does not answer', () => {
  it('an order does not expire while its provider does not answer', async () => {
    const { orderId } = placed(await shop.visitor().buy('error-before-charge'));
    await shop.control('api', { failRate: 1 });
    await soon(async () => {
      aheadMs += 2 * MINUTE_MS;
      const [order] = await shop.db`select looks from orders where id = ${orderId}`;
      expect(order?.['looks']).toBeGreaterThan(2);
    });
    expect(await orderState(shop.db, orderId)).toBe('pending');
    await shop.control('api', { failRate: 0 });
    await becomesInTime(orderId, 'expired');
  });
});

describe('a provider that refuses our API key', () => {
  it('a provider that refuses our API key is shown to pages as failing, and its order expires without a charge', async () => {
    await shop.control('api', { revokedKey: true });
    const payer = shop.visitor();
    const { orderId, answer } = placed(await payer.buy('approve'));
    expect(answer).toEqual({ kind: 'pending' });
    await Promise.all([1, 2, 3].map(() => shop.visitor().buy('approve')));
    await soon(async () => {
      const { value } = await payer.call(readSiteConfig, {});
      expect(value?.failingProviders).toContain(13);
    });
    // Nothing waits in the engine: the payment's own flow has ended.
    await soon(async () => expect(await waitingFor(orderId)).toEqual([]));
    aheadMs += 60 * MINUTE_MS;
    await shop.control('api', { revokedKey: false });
    await becomes(orderId, 'expired');
    expect((await shop.books()).payments.filter(({ reference }) => reference === orderId)).toEqual([]);
  });
});

describe('checks of an order', () => {
  it('at most one check waits for an order in the engine, however often the sweeper runs', async () => {
    await shop.control('api', { latencyMs: 4_000 });
    const buying = shop.visitor().buy('approve', { recipientId: 1005 });
    const order = await soon(async () => {
      const [row] = await shop.db<{ id: OrderId }[]>`
        select id from orders where recipient_account_id = 1005 and state = 'pending' order by id desc limit 1`;
      expect(row).toBeDefined();
      return row;
    });
    for (let minute = 0; minute < 60; minute += 1) {
      aheadMs += 61_000;
      await shop.sweep();
    }
    const looks = (await waitingFor(order?.id as OrderId)).filter(({ handler }) => handler === 'look');
    expect(looks.length).toBeLessThanOrEqual(1);
    await buying;
  });
});
