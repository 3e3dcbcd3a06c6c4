import { createHmac, randomUUID } from 'node:crypto';
import { findRecipient } from '@jawhara/contract';
import type { DisplayId, OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { balanceOf, openShop, orderState, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function notify(type: string, data: object): Promise<void> {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type, data });
  const signature = createHmac('sha256', 'jawhara-test-webhook-key').update(body).digest('hex');
  const answer = await fetch(`${shop.apiUrl}/webhooks/checkout-com/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cko-signature': signature },
    body,
  });
  expect(answer.status).toBe(200);
}

async function buy(recipientId: number): Promise<{ orderId: OrderId; paymentId: string }> {
  const { value } = await shop.visitor().buy('approve', { recipientId });
  if (!value) throw new Error('not placed');
  const payment = (await shop.books()).payments.find(({ reference }) => reference === value.orderId);
  return { orderId: value.orderId, paymentId: payment?.id ?? '' };
}

async function becomes(orderId: OrderId, state: string): Promise<void> {
  await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe(state), {
    timeout: 15_000,
    interval: 50,
  });
}

async function allProcessed(orderId: OrderId): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(
        await shop.db`select from notifications where order_id = ${orderId} and processed_at is null`,
      ).toHaveLength(0),
    { timeout: 15_000, interval: 50 },
  );
}

const banOf = async (id: number) =>
  (await shop.db`select kind, refund_ban_count from bans where account_id = ${id} and lifted_at is null`)[0];

describe('money that goes back', () => {
  it('[ORD-14] by a refund takes the gems back once, bans the account and counts the ban', async () => {
    const before = await balanceOf(shop.db, 1003);
    const { orderId, paymentId } = await buy(1003);
    expect(await balanceOf(shop.db, 1003)).toBe(before + 1060);
    const refund = { id: paymentId, reference: orderId, amount: 999, currency: 'USD' };
    await Promise.all([1, 2, 3].map(() => notify('payment_refunded', refund)));
    await becomes(orderId, 'refunded');
    await allProcessed(orderId);
    expect(await balanceOf(shop.db, 1003)).toBe(before);
    expect(await banOf(1003)).toEqual({ kind: 'refund', refund_ban_count: 0 });
    const asked = await shop.visitor().call(findRecipient, { displayId: '8841206' as DisplayId });
    expect(asked.refusal).toBe('banned');
    const sums = await shop.db`
      select unit, sum(amount)::int as sum from ledger_entries where order_id = ${orderId} group by unit`;
    expect(sums.map((row) => row['sum'])).toEqual([0, 0]);
  });

  it('[ORD-14] by a chargeback too; spent gems leave a debt with its reason, and a second ban counts', async () => {
    const first = await buy(1004);
    const second = await buy(1004);
    await shop.db`update gem_balances set gems = 60 where account_id = 1004`;
    for (const { orderId, paymentId } of [first, second]) {
      await notify('dispute_received', {
        id: 'dsp_1',
        payment_id: paymentId,
        payment_reference: orderId,
        amount: 999,
        currency: 'USD',
      });
      await becomes(orderId, 'charged-back');
    }
    const [balance] = await shop.db`select gems, negative_because from gem_balances where account_id = 1004`;
    expect(balance).toEqual({ gems: 60 - 2120, negative_because: expect.stringContaining('charged-back') });
    expect(await banOf(1004)).toEqual({ kind: 'refund', refund_ban_count: 1 });
  });

  it('in part, or for an order that was never delivered, is left to a person', async () => {
    const before = await balanceOf(shop.db, 1006);
    const { orderId, paymentId } = await buy(1006);
    await notify('payment_refunded', { id: paymentId, reference: orderId, amount: 500, currency: 'USD' });
    await allProcessed(orderId);
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1006)).toBe(before + 1060);
    expect(
      await shop.db`select from alerts where order_id = ${orderId} and kind = 'partial-refund'`,
    ).toHaveLength(1);
  });

  it('of a payment that was never part of the order changes nothing', async () => {
    const before = await balanceOf(shop.db, 1002);
    const { orderId } = await buy(1002);
    await notify('payment_refunded', { id: 'pay_another', reference: orderId, amount: 999, currency: 'USD' });
    await allProcessed(orderId);
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);
    expect(await banOf(1002)).toBeUndefined();
  });
});
