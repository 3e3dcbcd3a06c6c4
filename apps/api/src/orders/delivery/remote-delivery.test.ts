import { readOrderStatus } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { alertsOfOrder } from '../../alerts/alert.store.ts';
import { askProviders } from '../../operator/orders/order.verbs.ts';
import { planRefund, refundOrder } from '../../operator/orders/refund-order.ts';
import { isRefused } from '../../operator/refusals.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { chargeBack, winDispute } from '../../test/disputes.ts';
import { deskOf, paymentInBooks, soon } from '../../test/operator-desk.ts';
import { balanceOf, openShop, orderState, type Shop, type Visitor } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { GEMS, PRICE } from '../../test/started-order.ts';
import type { DeliveryAnswer } from '../base/order-ports.ts';

type Mood = 'well' | 'answer lost' | 'crash after delivery' | 'refuses';

/** A gem service with books of its own: it delivers once per key. */
const service = {
  mood: 'well' as Mood,
  delivered: new Map<string, number>(),
  calls: [] as string[],
  deliver: async ({ gems }: { readonly gems: number }, key: string): Promise<DeliveryAnswer> => {
    service.calls.push(key);
    if (service.mood === 'refuses') return { kind: 'refused', code: 'closed' };
    service.delivered.set(key, gems);
    if (service.mood === 'answer lost') return { kind: 'unknown', why: 'no answer' };
    if (service.mood === 'crash after delivery') {
      service.mood = 'well';
      throw new Error('the process died before the answer was recorded');
    }
    return { kind: 'delivered', story: { kind: 'gems-credited', detail: { gems } }, alert: null };
  },
};

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ gemService: { where: 'remote', deliver: service.deliver } });
});
afterAll(() => shop.close());
beforeEach(() => {
  service.mood = 'well';
  service.delivered.clear();
  service.calls.length = 0;
});

const keyOf = (orderId: OrderId): string => `delivery-${orderId}`;

const openAlerts = async (orderId: OrderId) =>
  (await alertsOfOrder(shop.db, orderId)).flatMap(({ kind, closedAt }) => (closedAt === null ? [kind] : []));

const storyOf = async (orderId: OrderId) =>
  (
    await shop.db<
      { kind: string }[]
    >`select kind from order_events where order_id = ${orderId} order by at, id`
  ).map(({ kind }) => kind);

async function buy(recipientId: number, visitor: Visitor = shop.visitor()): Promise<OrderId> {
  return placed(await visitor.buy('approve', { recipientId })).orderId;
}

it('[ORD-05] gems from a remote service are requested under one key and credited when it confirms', async () => {
  const before = await balanceOf(shop.db, 1001);
  const orderId = await buy(1001);
  await becomes(shop, orderId, 'delivered');
  expect(service.calls).toEqual([keyOf(orderId)]);
  expect(await balanceOf(shop.db, 1001)).toBe(before + GEMS);
  const story = await storyOf(orderId);
  expect(story.indexOf('delivery-started')).toBeLessThan(story.indexOf('gems-credited'));
});

it('a delivery whose answer is lost is requested again under one key, and the payer sees the order as paid meanwhile', async () => {
  service.mood = 'answer lost';
  const visitor = shop.visitor();
  const before = await balanceOf(shop.db, 1002);
  const orderId = await buy(1002, visitor);
  await becomes(shop, orderId, 'delivering');
  const status = await visitor.call(readOrderStatus, { orderId });
  expect(status.value).toMatchObject({ result: 0, state: 'paid', creditedAt: null });
  expect(await balanceOf(shop.db, 1002)).toBe(before);
  await soon(async () => expect(service.calls.length).toBeGreaterThan(1));
  service.mood = 'well';
  await becomes(shop, orderId, 'delivered');
  expect(new Set(service.calls)).toEqual(new Set([keyOf(orderId)]));
  expect([...service.delivered]).toEqual([[keyOf(orderId), GEMS]]);
  expect(await balanceOf(shop.db, 1002)).toBe(before + GEMS);
});

it('a process that dies between the remote delivery and its record repeats the call with the same key', async () => {
  service.mood = 'crash after delivery';
  const orderId = await buy(1003);
  await becomes(shop, orderId, 'delivered');
  expect(service.calls).toEqual([keyOf(orderId), keyOf(orderId)]);
  expect([...service.delivered]).toEqual([[keyOf(orderId), GEMS]]);
});

it('a refused delivery leaves the order paid with an alert, and is retried after pauses or at an operator’s request', async () => {
  service.mood = 'refuses';
  const orderId = await buy(1004);
  await soon(async () => expect(await openAlerts(orderId)).toEqual(['delivery-refused']));
  expect(await orderState(shop.db, orderId)).toBe('paid');
  expect(service.delivered.size).toBe(0);

  const [{ id: alert } = { id: '' }] = await alertsOfOrder(shop.db, orderId);
  await shop.db`update alerts set closed_at = now(), closed_by = 'noura', closed_why = 'seen' where id = ${alert}`;
  // The next try comes soon, is refused too and reopens the alert.
  await soon(async () => expect(await openAlerts(orderId)).toEqual(['delivery-refused']));

  await shop.db`update orders set created_at = created_at - interval '1 hour' where id = ${orderId}`;
  const askAgain = () => askProviders(deskOf(shop), signed(), orderId);
  const calls = service.calls.length;
  expect(await askAgain()).toMatchObject({ kind: 'done' });
  await soon(async () => {
    expect(service.calls.length).toBeGreaterThan(calls);
    const [row] = await shop.db<{ pauseS: number }[]>`
      select extract(epoch from look_after - now())::int as "pauseS" from orders where id = ${orderId}`;
    expect(row?.pauseS).toBeGreaterThan(60);
  });
  service.mood = 'well';
  expect(await askAgain()).toMatchObject({ kind: 'done' });
  await becomes(shop, orderId, 'delivered');
  expect(await openAlerts(orderId)).toEqual([]);
});

it('[ORD-16] an order whose delivery is refused is refunded when an operator grants a refund, and its alert closes', async () => {
  service.mood = 'refuses';
  const orderId = await buy(1001);
  await soon(async () => expect(await openAlerts(orderId)).toEqual(['delivery-refused']));
  const wanted = { orderId, purpose: 'gems', amount: null, wrongRecipient: null } as const;
  const plan = await planRefund(shop.db, wanted);
  if (isRefused(plan)) throw new Error(plan.because);
  expect(await refundOrder(deskOf(shop), signed(), wanted, plan)).toMatchObject({ kind: 'done' });
  await becomes(shop, orderId, 'refunded');
  expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: PRICE, refunded: PRICE });
  expect(await openAlerts(orderId)).toEqual(['returned-before-delivery']);
});

it('[ORD-14] a chargeback while a remote delivery is unanswered raises an alert; once it is won the gems are requested under the same key', async () => {
  service.mood = 'answer lost';
  const orderId = await buy(1002);
  await becomes(shop, orderId, 'delivering');
  await chargeBack(shop, orderId);
  expect(await openAlerts(orderId)).toEqual(['money-back-during-delivery']);
  const calls = service.calls.length;
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await shop.sweep();
  expect(service.calls.length).toBe(calls);
  service.mood = 'well';
  await winDispute(shop, orderId);
  expect([...service.delivered]).toEqual([[keyOf(orderId), GEMS]]);
  expect(await openAlerts(orderId)).toEqual([]);
});
