import { randomUUID } from 'node:crypto';
import {
  cancelOrder,
  createCoinPay,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  resolveOrderRequest,
  submitAuthenticationResult,
  type OrderPlaced,
} from '@jawhara/contract';
import { orderNumber, type OrderId, type RechargeId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readStory } from './queries/find-orders.ts';
import { balanceOf, openShop, orderState, type Called, type Shop } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
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

async function passTheBank(url: string, isRight: boolean): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ code: isRight ? 'Checkout1!' : 'wrong', answer: 'confirm' }),
  });
  expect(answer.status).toBeGreaterThanOrEqual(300);
  expect(answer.status).toBeLessThan(400);
}

describe('a purchase', () => {
  it('[ORD-01] [ORD-12] an order is paid and credited once, and its events and ledger record it', async () => {
    const before = await balanceOf(shop.db, 1001);
    const buyer = shop.visitor();
    const { orderId, answer } = placed(await buyer.buy('approve'));
    expect(answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);

    const status = await buyer.call(readOrderStatus, { orderId });
    expect(status.value).toMatchObject({ result: 0, state: 'delivered', creditedAt: expect.any(Date) });
    const events = await shop.db<
      { kind: string }[]
    >`select kind from order_events where order_id = ${orderId} order by id`;
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'payment-begun', 'paid', 'gems-credited']);
    const sums =
      await shop.db`select unit, sum(amount)::int as sum from ledger_entries where order_id = ${orderId} group by unit`;
    expect(sums.map((row) => row['sum'])).toEqual([0, 0]);
  });

  it('[PKG-07] an order costs what the catalogue says, whatever price the browser sends', async () => {
    const token = await shop.token('approve');
    const response = await fetch(`${shop.apiUrl}${createCoinPay.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
      body: JSON.stringify({
        recharge_id: 'gems-1060',
        uid: 1001,
        pay_type: 23,
        platform_data: JSON.stringify({ token }),
        amount: '0.01',
        coin: 999999,
      }),
    });
    const orderId = ((await response.json()) as { data: { order_id: OrderId } }).data.order_id;
    const [order] = await shop.db`select price_usd_cents, gems from orders where id = ${orderId}`;
    expect(order).toEqual({ price_usd_cents: 999, gems: 1060 });
    const { payments } = await shop.books();
    expect(payments.find(({ reference }) => reference === orderId)?.captured).toBe(999);
  });

  it('[ORD-02] one request id makes one order, and is refused for another gem pack', async () => {
    const buyer = shop.visitor();
    await buyer.call(readOrderStatus, { orderId: randomUUID() as OrderId });
    const requestId = randomUUID();
    const token = await shop.token('approve');
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => buyer.buy('approve', { requestId, token })),
    );
    const ids = new Set(tries.map((one) => placed(one).orderId));
    expect(ids.size).toBe(1);
    const [orderId] = ids;
    const { payments } = await shop.books();
    expect(payments.filter(({ reference }) => reference === orderId)).toHaveLength(1);

    const other = await buyer.buy('approve', { requestId, token, rechargeId: 'gems-100' });
    expect(other).toMatchObject({ refusal: 'request-id-reused', status: 409 });
  });

  it('an order is found by its request id after its page died; a request id looked up before it was used is refused later', async () => {
    const buyer = shop.visitor();
    await buyer.call(readOrderStatus, { orderId: randomUUID() as OrderId });
    const sent = { requestId: randomUUID(), token: await shop.token('approve') };
    const { orderId } = placed(await buyer.buy('approve', sent));
    expect((await buyer.call(resolveOrderRequest, sent)).value).toEqual({ orderId });
    expect((await shop.visitor().call(resolveOrderRequest, sent)).value).toEqual({ orderId: null });

    const unsent = { requestId: randomUUID(), token: await shop.token('approve') };
    expect((await buyer.call(resolveOrderRequest, unsent)).value).toEqual({ orderId: null });
    // The delayed request for this id arrives only now.
    expect((await buyer.buy('approve', unsent)).refusal).toBe('request-id-reused');
  });

  it('an operator finds an order and its whole history by the order number that the payer reads out', async () => {
    const { orderId } = placed(await shop.visitor().buy('approve'));
    const stories = await readStory(shop.db, orderNumber(orderId).toLowerCase());
    expect(stories?.map(({ order }) => order.id)).toEqual([orderId]);
    expect(stories?.[0]?.story.map(({ to }) => to)).toEqual(['created', 'pending', 'paid', 'delivered']);
    expect(await readStory(shop.db, 'JW-0000-00000')).toEqual([]);
    expect(await readStory(shop.db, 'anything')).toBeNull();
  });

  it('[ORD-02] an order with a malformed request id is refused', async () => {
    const answer = await shop.visitor().buy('approve', { requestId: 'short' });
    expect(answer).toMatchObject({ refusal: 'request-id-missing', status: 400 });
  });

  it.each([
    [2001, 'banned'],
    [2002, 'deactivated'],
    [2003, 'being-cancelled'],
    [2004, 'guest'],
    [2005, 'ludo-account'],
    [2006, 'source-mismatch'],
    [999_999, 'not-found'],
  ])(
    '[RCP-03] [RCP-04] an order for the recipient account %i is refused: %s',
    async (recipientId, refusal) => {
      expect(await shop.visitor().buy('approve', { recipientId })).toMatchObject({ refusal, value: null });
    },
  );

  it('an order is refused for a gem pack that is unknown, sold to signed-in payers alone, or not sold by this pay type', async () => {
    const buyer = shop.visitor();
    expect((await buyer.buy('approve', { rechargeId: 'no-such-pack' })).refusal).toBe('pack-not-found');
    expect((await buyer.buy('approve', { rechargeId: 'gems-26000' })).refusal).toBe('pack-not-found');
    const byWallet = await buyer.call(
      createCoinPay,
      {
        rechargeId: 'gems-1060' as RechargeId,
        recipientId: 1001 as never,
        payType: 26,
        card: { token: 'tok_whatever_it_is' },
      },
      { 'x-request-id': randomUUID() },
    );
    expect(byWallet.refusal).toBe('pay-type-not-offered');
  });

  it.each([
    ['insufficient-funds', 'balance', '20051', 'insufficient-funds'],
    ['expired-card', 'expire', '20054', 'card-expired'],
    ['failed-authentication', 'verify', '20151', 'verification-failed'],
    ['high-risk', 'high-risk', '20059', 'risk'],
    ['do-not-honour', 'other', '20005', 'bank-refused'],
  ] as const)(
    '[ORD-07] [ORD-08] [ORD-18] an order paid with the card "%s" ends as %s',
    async (scenario, outcome, code, reason) => {
      const buyer = shop.visitor();
      const { orderId, answer } = placed(await buyer.buy(scenario));
      expect(answer).toEqual({ kind: 'refused', outcome });
      expect((await buyer.call(readOrderFailure, { orderId })).value).toEqual({ outcome, code, reason });
      const wire = await buyer.text(`${readOrderFailure.path}?order_id=${orderId}`, 'GET');
      for (const word of [
        '"fail_detail":"',
        '"fail_reason":"',
        `"err_code":"${code}"`,
        `"err_summary":"${reason}"`,
      ])
        expect(wire).toContain(word);
      expect((await buyer.call(readOrderStatus, { orderId })).value).toMatchObject({
        result: 1,
        state: 'refused',
        creditedAt: null,
      });
    },
  );

  it('an order can be read, cancelled or confirmed with a bank’s proof only by the device that placed it', async () => {
    const { orderId } = placed(await shop.visitor().buy('approve'));
    const stranger = shop.visitor();
    for (const endpoint of [readOrder, readOrderFailure, readOrderStatus]) {
      expect((await stranger.call(endpoint as typeof readOrder, { orderId })).refusal).toBe(
        'order-not-found',
      );
    }
    const proven = await stranger.call(submitAuthenticationResult, { orderId, proof: null });
    expect(proven.refusal).toBe('order-not-found');
    expect((await stranger.call(cancelOrder, { orderId, reason: '' })).refusal).toBe('order-not-found');
  });
});

describe('a challenge by the bank', () => {
  it('[ORD-03] a payer who passes the bank’s check and returns sees the order paid, without any webhook', async () => {
    await shop.control('webhooks', { hold: true });
    const buyer = shop.visitor();
    const { orderId, answer } = placed(await buyer.buy('challenge'));
    expect(answer.kind).toBe('challenge');
    expect(await orderState(shop.db, orderId)).toBe('awaiting-payer');
    const reopened = await buyer.call(readOrder, { orderId });
    expect(reopened.value).toMatchObject({
      result: -1,
      challenge: { way: 'frame', url: (answer as { url: string }).url },
    });

    await passTheBank((answer as { url: string }).url, true);
    const proven = await buyer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(proven.value?.answer).toEqual({ kind: 'paid' });
    await becomes(orderId, 'delivered');
    await shop.control('webhooks', { hold: false });
    await shop.control('webhooks/flush', {});
  });

  it('[ORD-03] a payer who fails the bank’s check sees the order refused as not verified', async () => {
    const buyer = shop.visitor();
    const { orderId, answer } = placed(await buyer.buy('challenge'));
    await passTheBank((answer as { url: string }).url, false);
    const proven = await buyer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(proven.value?.answer).toEqual({ kind: 'refused', outcome: 'verify' });
  });

  it('an order whose payer passes the bank’s check but never returns is delivered after a look-up at the provider', async () => {
    await shop.control('webhooks', { lossRate: 1 });
    const { orderId, answer } = placed(await shop.visitor().buy('challenge'));
    await passTheBank((answer as { url: string }).url, true);
    await becomes(orderId, 'delivered');
    await shop.control('webhooks', { lossRate: 0 });
  });

  it('an order cancelled during the bank’s check is still credited, with an alert, when the payment comes late', async () => {
    const before = await balanceOf(shop.db, 1002);
    const buyer = shop.visitor();
    const { orderId, answer } = placed(await buyer.buy('challenge', { recipientId: 1002 }));
    expect((await buyer.call(cancelOrder, { orderId, reason: 'back' })).refusal).toBeNull();
    expect(await orderState(shop.db, orderId)).toBe('cancelled');
    await passTheBank((answer as { url: string }).url, true);
    await becomes(orderId, 'delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);
    expect(
      await shop.db`select from alerts where order_id = ${orderId} and kind = 'late-confirmation'`,
    ).toHaveLength(1);
    expect((await buyer.call(cancelOrder, { orderId, reason: 'back' })).refusal).toBe(
      'order-not-cancellable',
    );
  });
});
