import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alertsOfOrder } from '../../alerts/alert.store.ts';
import type { Flow, Json } from '../../platform/flow.ts';
import { providerRegistry } from '../../providers/registry.ts';
import type { PaymentProvider } from '../../providers/provider.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';
import { becomes } from '../../test/card-payer.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { failDelivery, mendDelivery } from '../../test/failing-delivery.ts';
import { deskOf, paymentInBooks, soon } from '../../test/operator-desk.ts';
import { paidBy13 } from '../../test/refunding-provider.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { orderLife } from '../order.flow.ts';
import { stepFailures } from './park-failing-steps.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => mendDelivery(shop));
afterAll(() => shop.close());

const parkedOf = async (orderId: OrderId) =>
  (await alertsOfOrder(shop.db, orderId)).filter(({ kind }) => kind === 'step-parked');

/** The open alerts about parked steps, each as "event step". */
const openOf = async (orderId: OrderId) =>
  (await parkedOf(orderId)).flatMap(({ closedAt, detail }) =>
    closedAt === null ? [`${detail['event']} ${detail['step']}`] : [],
  );

/** Stands in for the engine: answers are journaled, and a handler that fails is run again from its journal. */
async function runToEnd<T>(handler: (flow: Flow) => Promise<T>, triesMax = 20): Promise<T | 'given up'> {
  const journal: Json[] = [];
  for (let tries = 0; tries < triesMax; tries += 1) {
    let next = 0;
    const flow: Flow = {
      async step<A extends Json>(_name: string, work: () => Promise<A>): Promise<A> {
        const at = next;
        next += 1;
        if (at >= journal.length) journal.push(await work());
        return journal[at] as A;
      },
    };
    try {
      return await handler(flow);
    } catch {
      // tried again
    }
  }
  return 'given up';
}

describe('a step of an order that keeps failing, on the engine', () => {
  it('a failing delivery step is parked with an alert, the order’s other steps run, and the step succeeds once its cause is removed', async () => {
    await failDelivery(shop);
    const bought = shop.visitor().buy('approve', { recipientId: 1003 });
    const orderId = await soon(async () => {
      const [row] = await shop.db<{ id: OrderId }[]>`
        select id from orders where recipient_account_id = 1003 and state = 'paid'`;
      if (!row) throw new Error('not paid yet');
      return row.id;
    });
    await soon(async () => expect(await openOf(orderId)).toContain('pay credit'));
    await bought;
    const [alert] = await parkedOf(orderId);
    expect(alert).toMatchObject({ urgency: 'now', orderId, detail: { event: 'pay', step: 'credit' } });
    expect(alert?.detail['error']).toBe('PostgresError P0001: no gems today');
    const payment = (await paymentInBooks(shop, orderId))?.id ?? '';
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE, payment));
    await soon(async () => {
      const flows = (await deskOf(shop).flows.troubled())?.flows ?? [];
      expect(flows.filter(({ status }) => status === 'paused')).toEqual([]);
      expect((await openOf(orderId)).length).toBeGreaterThan(1);
    });
    await mendDelivery(shop);
    await becomes(shop, orderId, 'delivered');
    await soon(async () => {
      expect(await openOf(orderId)).toEqual([]);
      const left =
        await shop.db`select from notifications where order_id = ${orderId} and processed_at is null`;
      expect(left).toHaveLength(0);
    });
  });
});

describe('a handler of the order engine', () => {
  /** The handlers of an order's flow, with a provider that behaves as the test sets it. */
  function lifeWith(provider: Partial<PaymentProvider>, triesMax = 3) {
    const can = { lookUp: true, updateCardExpiry: false, wallets: false };
    const registry = providerRegistry([{ number: 13, can, ...provider } as PaymentProvider]);
    return orderLife({ context: shop.app.context, providers: registry, failures: stepFailures(triesMax) });
  }

  it('a step of an order that fails three times is parked with an alert, and its caller gets the state of the order', async () => {
    const orderId = await startedOrder(shop);
    let tries = 0;
    const life = lifeWith({
      confirm: async () => {
        tries += 1;
        throw new Error('an adapter with a fault');
      },
    });
    expect(await runToEnd((flow) => life.proven(flow, orderId, { proof: null }))).toEqual({
      kind: 'pending',
    });
    expect(tries).toBe(3);
    expect(await openOf(orderId)).toEqual(['proven confirm']);
    const [order] =
      await shop.db`select look_after > now() as is_later, look_after < now() + interval '1 minute' as is_soon
      from orders where id = ${orderId}`;
    expect(order).toEqual({ is_later: true, is_soon: true });
  });

  it('a step of an order that fails because the network is unreachable is retried without limit and raises no alert', async () => {
    const orderId = await startedOrder(shop);
    const away = Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' });
    const life = lifeWith({ confirm: () => Promise.reject(away) });
    expect(await runToEnd((flow) => life.proven(flow, orderId, { proof: null }))).toBe('given up');
    expect(await openOf(orderId)).toEqual([]);
  });

  it('a step of an order that succeeded after failures has the full number of tries again when it fails later', async () => {
    const orderId = await startedOrder(shop);
    let tries = 0;
    const life = lifeWith({
      confirm: async () => {
        tries += 1;
        if (tries % 3 !== 0) throw new Error('twice of three times');
        return { kind: 'pending', providerPaymentId: null };
      },
    });
    for (let times = 0; times < 3; times += 1)
      expect(await runToEnd((flow) => life.proven(flow, orderId, { proof: null }))).toEqual({
        kind: 'pending',
      });
    expect(await openOf(orderId)).toEqual([]);
  });

  it('when storing a payment fails, its attempt stays scheduled, and a later check stores it and closes the alert', async () => {
    const startedOrderId = await startedOrder(shop);
    const paid = paidBy13(`pay_${randomUUID()}`, PRICE);
    const nul = { scheme: 'visa', last4: '42\u00004', fingerprint: null };
    const poisoned = lifeWith({ confirm: async () => ({ ...paid, paidWith: nul }) });
    await runToEnd((flow) => poisoned.proven(flow, startedOrderId, { proof: null }));
    expect(await openOf(startedOrderId)).toEqual(['proven take money']);
    const [attempt] =
      await shop.db`select state, look_after is not null as is_scheduled from payments where order_id = ${startedOrderId}`;
    expect(attempt).toEqual({ state: 'sent', is_scheduled: true });
    const sound = lifeWith({ lookUp: async () => paid });
    expect(await runToEnd((flow) => sound.look(flow, startedOrderId, null))).toBeNull();
    expect(await orderState(shop.db, startedOrderId)).toBe('delivered');
    expect(await openOf(startedOrderId)).toEqual([]);
  });

  it('a webhook that cannot be processed stays unprocessed, and only processing it closes its alert', async () => {
    const orderId = await startedOrder(shop);
    const notificationId = randomUUID();
    const at = new Date(Date.now() + 3_600_000);
    await shop.db`
      insert into notifications (id, provider, event_id, event_type, order_id, body, received_at, hand_over_after)
      values (${notificationId}, 13, ${notificationId}, 'payment_captured', ${orderId}, '{}', now(), ${at})`;
    const paid = paidBy13(`pay_${randomUUID()}`, PRICE);
    const nul = { scheme: 'visa', last4: '42\u00004', fingerprint: null };
    const poisoned = lifeWith({ interpretWebhook: () => ({ ...paid, paidWith: nul }) });
    expect(await runToEnd((flow) => poisoned.notified(flow, orderId, { notificationId }))).toBeNull();
    const unprocessed = () => shop.db`
      select from notifications where id = ${notificationId} and processed_at is null and hand_over_after is not null`;
    expect(await unprocessed()).toHaveLength(1);
    expect(await openOf(orderId)).toEqual(['notified read']);
    const sound = lifeWith({ interpretWebhook: () => paid, lookUp: async () => ({ kind: 'none' }) });
    await runToEnd((flow) => sound.look(flow, orderId, null));
    expect(await openOf(orderId)).toEqual(['notified read']);
    await runToEnd((flow) => sound.notified(flow, orderId, { notificationId }));
    expect(await unprocessed()).toHaveLength(0);
    expect(await openOf(orderId)).toEqual([]);
    expect(await orderState(shop.db, orderId)).toBe('delivered');
  });

  it('after the check of an order is parked, the order’s next check has the next number as its idempotency key in the engine', async () => {
    const orderId = await startedOrder(shop);
    const looks = async () => (await shop.db`select looks from orders where id = ${orderId}`)[0]?.['looks'];
    const before = await looks();
    const paid = {
      ...paidBy13(`pay_${randomUUID()}`, PRICE),
      paidWith: { scheme: 'visa', last4: '\u0000', fingerprint: null },
    };
    const poisoned = lifeWith({ lookUp: async () => paid });
    await runToEnd((flow) => poisoned.look(flow, orderId, null));
    expect(await openOf(orderId)).toEqual(['look take money']);
    expect(await looks()).toBe(before + 1);
  });

  it('when a parked order is delivered by another call, its next check closes the alert and schedules no further one', async () => {
    const orderId = await startedOrder(shop);
    const paid = paidBy13(`pay_${randomUUID()}`, PRICE);
    const nul = { scheme: 'visa', last4: '42\u00004', fingerprint: null };
    const poisoned = lifeWith({ lookUp: async () => ({ ...paid, paidWith: nul }) });
    await runToEnd((flow) => poisoned.look(flow, orderId, null));
    const hasClock = async () =>
      (await shop.db`select from orders where id = ${orderId} and look_after is not null`).length === 1;
    const sound = lifeWith({ confirm: async () => paid });
    expect(await runToEnd((flow) => sound.proven(flow, orderId, { proof: null }))).toEqual({ kind: 'paid' });
    expect([await openOf(orderId), await hasClock()]).toEqual([['look take money'], true]);
    await runToEnd((flow) => sound.look(flow, orderId, null));
    expect([await openOf(orderId), await hasClock()]).toEqual([[], false]);
  });
});
