import { readOrder, wishRefund as wishCall } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertsOfOrder } from '../../alerts/alert.store.ts';
import { placed } from '../../test/card-payer.ts';
import { paymentInBooks } from '../../test/operator-desk.ts';
import { runOps } from '../../test/run-ops.ts';
import { openShop, orderState, type Shop, type Visitor } from '../../test/shop.ts';
import { deliverOrder } from '../delivery/deliver-order.ts';
import { watchDeliveries } from '../follow-up/watch-orders.ts';
import { takeMoney } from '../paying/take-money.ts';
import { requestRefund } from './record-refund.ts';

/** Shorter than the longest limit, to show that the operator's own setting counts. */
const LIMIT_HOURS = 6;
const LIMIT_MS = LIMIT_HOURS * 3_600_000;

let shop: Shop;
/** A context with its own connections to the same database, like another machine's. */
let other: Shop['app']['context'];
beforeAll(async () => {
  shop = await openShop({ env: { DELIVERY_LIMIT_HOURS: String(LIMIT_HOURS) } });
  other = { ...shop.app.context, db: shop.db };
});
afterAll(() => shop.close());

interface Waiting {
  readonly buyer: Visitor;
  readonly orderId: OrderId;
}

/** A paid order that stays undelivered: its next check is far away. */
async function paidOrder(orderedAgoMs = LIMIT_MS): Promise<Waiting> {
  const buyer = shop.visitor();
  const { orderId } = placed(await buyer.buy('challenge', { recipientId: 1004 }));
  const providerPaymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
  await takeMoney(shop.app.context, orderId, {
    kind: 'paid',
    provider: 13,
    providerPaymentId,
    money: { currency: 'USD', minorUnits: 999 },
    card: null,
    paidWith: null,
  });
  await shop.db`
    update orders set look_after = now() + interval '1 hour', created_at = ${new Date(Date.now() - orderedAgoMs)}
    where id = ${orderId}`;
  expect(await orderState(shop.db, orderId)).toBe('paid');
  return { buyer, orderId };
}

const wish = ({ buyer, orderId }: Waiting) => buyer.call(wishCall, { orderId });
const alertsOf = async (orderId: OrderId) =>
  (await alertsOfOrder(shop.db, orderId)).filter(({ kind }) => kind === 'refund-wished');
const wishedIn = async ({ buyer, orderId }: Waiting) =>
  (await buyer.call(readOrder, { orderId })).value?.refundWishedAt;
const linesOf = async (orderId: OrderId) =>
  (await shop.db`select from order_events where order_id = ${orderId} and kind = 'refund-wished'`).length;

describe('a payer’s refund request for an overdue order', () => {
  it('[T 7.6] a payer’s refund request for an overdue order is stored with an alert, and moves no money by itself', async () => {
    const waiting = await paidOrder();
    expect(await wishedIn(waiting)).toBeNull();
    const { value } = await wish(waiting);
    expect(value?.wishedAt).toBeInstanceOf(Date);
    expect(await wishedIn(waiting)).toEqual(value?.wishedAt);
    expect(await alertsOf(waiting.orderId)).toMatchObject([{ urgency: 'today', closedAt: null }]);
    expect((await runOps(shop, 'alerts', 'list')).out).toContain('refund-wished');
    expect(await linesOf(waiting.orderId)).toBe(1);
    expect(await shop.db`select from refunds where order_id = ${waiting.orderId}`).toHaveLength(0);
    expect(await orderState(shop.db, waiting.orderId)).toBe('paid');
  });

  it('[T 7.6] refund requests repeated at two processes at once store one request, raise one alert and get the same answer', async () => {
    const waiting = await paidOrder();
    const machines = [shop.app.context, other, shop.app.context, other, shop.app.context];
    const requestTimes = await Promise.all(
      machines.map((machine) => requestRefund(machine, waiting.orderId, LIMIT_HOURS)),
    );
    const again = (await wish(waiting)).value?.wishedAt;
    expect(new Set([...requestTimes, again].map((at) => at?.toISOString())).size).toBe(1);
    expect([await linesOf(waiting.orderId), (await alertsOf(waiting.orderId)).length]).toEqual([1, 1]);
  });

  it('[T 7.6] a repeated refund request does not reopen the alert that an operator closed', async () => {
    const waiting = await paidOrder();
    await wish(waiting);
    await shop.db`update alerts set closed_at = now(), closed_by = 'sara', closed_why = 'x' where order_id = ${waiting.orderId}`;
    await wish(waiting);
    expect(await alertsOf(waiting.orderId)).toMatchObject([{ closedBy: 'sara' }]);
  });
});

describe('a refund request that is refused', () => {
  it('[T 7.6] a refund request before the time limit is refused and raises no alert', async () => {
    const early = await paidOrder(LIMIT_MS - 60_000);
    expect((await wish(early)).refusal).toBe('refund-not-due');
    expect([await wishedIn(early), (await alertsOf(early.orderId)).length]).toEqual([null, 0]);
  });

  it('[T 7.6] a refund request for an unpaid order is refused, however old the order is', async () => {
    const buyer = shop.visitor();
    for (const scenario of ['challenge', 'insufficient-funds'] as const) {
      const { orderId } = placed(await buyer.buy(scenario));
      await shop.db`update orders set created_at = now() - interval '3 days' where id = ${orderId}`;
      expect((await wish({ buyer, orderId })).refusal).toBe('refund-not-due');
    }
  });

  it('[T 7.6] a refund request after delivery is refused, and the alert of an earlier request closes by itself', async () => {
    const waiting = await paidOrder();
    await wish(waiting);
    await deliverOrder(shop.app.context, waiting.orderId);
    expect((await wish(waiting)).refusal).toBe('refund-not-due');
    await watchDeliveries(shop.app.context);
    expect(await alertsOf(waiting.orderId)).toMatchObject([
      { closedBy: 'by itself', closedWhy: 'the order is delivered' },
    ]);
  });

  it('[T 7.6] a refund request at the moment of delivery leaves no alert open for the delivered order', async () => {
    for (let n = 0; n < 5; n += 1) {
      const waiting = await paidOrder();
      const [requestedAt] = await Promise.all([
        requestRefund(other, waiting.orderId, LIMIT_HOURS),
        deliverOrder(shop.app.context, waiting.orderId),
      ]);
      expect(await orderState(shop.db, waiting.orderId)).toBe('delivered');
      expect(await alertsOf(waiting.orderId)).toHaveLength(requestedAt === null ? 0 : 1);
      await watchDeliveries(shop.app.context);
      for (const { closedBy } of await alertsOf(waiting.orderId)) expect(closedBy).toBe('by itself');
    }
  });
});

it('[T 7.6] a refund request from another device is refused as order not found', async () => {
  const { orderId } = await paidOrder();
  expect((await shop.visitor().call(wishCall, { orderId })).refusal).toBe('order-not-found');
  expect(await alertsOf(orderId)).toHaveLength(0);
});

it('a refund request without a valid order id is refused as malformed', async () => {
  const visitor = shop.visitor();
  for (const wrong of [{}, { order_id: 7 }, { order_id: 'JW-7F3K-20481' }])
    expect((await visitor.send(wishCall.path, wrong)).refusal).toBe('malformed');
});
