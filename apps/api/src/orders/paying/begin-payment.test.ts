import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startedOrder, openedOrder } from '../../test/started-order.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import type { ScenarioKey } from '../../../../sandbox/src/scenarios.ts';
import { beginPayment } from './begin-payment.ts';
import { sealPayment } from './sealed-payment.ts';
import { withdrawUnbegun } from './decide-order.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function bought(scenario: ScenarioKey): Promise<OrderId> {
  const { value } = await shop.visitor().buy(scenario);
  if (!value) throw new Error('not placed');
  return value.orderId;
}

/** Simulates an engine that lost the call: runs the same handler from its beginning. */
async function payAgain(orderId: OrderId, scenario: ScenarioKey): Promise<unknown> {
  const input = await sealPayment(shop.app.context, {
    token: await shop.token(scenario),
    returnUrls: { frame: 'http://127.0.0.1/', page: 'http://127.0.0.1/' },
    payer: { reference: 'device-1', address: '127.0.0.1', locale: 'ar', browser: null },
  });
  return shop.app.life.call('pay', orderId, input, { idempotencyKey: randomUUID(), waitMsMax: 10_000 });
}

describe('a payment whose call the engine lost', () => {
  it('a payment that the engine lost is repeated under its idempotency key, and is charged once however often that happens', async () => {
    const orderId = await bought('error-before-charge');
    expect(await beginPayment(shop.app.context, orderId)).toMatchObject({
      kind: 'begun',
      idempotencyKey: `${orderId}-1`,
    });
    await Promise.all([
      payAgain(orderId, 'approve'),
      payAgain(orderId, 'approve'),
      payAgain(orderId, 'approve'),
    ]);
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    const { payments } = await shop.books();
    expect(payments.filter(({ reference }) => reference === orderId)).toHaveLength(1);
    const startEvents =
      await shop.db`select from order_events where order_id = ${orderId} and kind = 'payment-begun'`;
    expect(startEvents).toHaveLength(1);
  });

  it.each(['challenge', 'approve', 'insufficient-funds'] as const)(
    'a payment is not started again once the provider has answered: %s',
    async (scenario) => {
      const orderId = await bought(scenario);
      expect(await beginPayment(shop.app.context, orderId)).toEqual({ kind: 'not-new' });
    },
  );

  it.each([
    ['the order has ended meanwhile', { state: 'cancelled' }],
    ['the order is held for an operator', { is_held: true }],
  ])('a payment without an id from its provider is not started again when %s', async (_name, meanwhile) => {
    const orderId = await startedOrder(shop);
    expect(await beginPayment(shop.app.context, orderId)).toMatchObject({ kind: 'begun' });
    await shop.db`update orders set ${shop.db(meanwhile)} where id = ${orderId}`;
    expect(await beginPayment(shop.app.context, orderId)).toEqual({ kind: 'not-new' });
  });

  it('a payment is not started again after the deadline of its order', async () => {
    const orderId = await bought('error-before-charge');
    await shop.db`update orders set created_at = created_at - interval '31 minutes' where id = ${orderId}`;
    expect(await beginPayment(shop.app.context, orderId)).toEqual({ kind: 'not-new' });
  });
});

describe('an order for which the engine does not answer', () => {
  it('an order whose payment has not started is cancelled once when the engine does not answer', async () => {
    const orderId = await openedOrder(shop);
    expect(await withdrawUnbegun(shop.app.context, orderId)).toBe(true);
    expect(await orderState(shop.db, orderId)).toBe('cancelled');
    expect(await withdrawUnbegun(shop.app.context, orderId)).toBe(false);
  });

  it('an order whose row is locked by another process is not cancelled when the engine does not answer', async () => {
    const orderId = await openedOrder(shop);
    await shop.db.begin(async (tx) => {
      await tx`select from orders where id = ${orderId} for update`;
      expect(await withdrawUnbegun(shop.app.context, orderId)).toBe(false);
    });
    expect(await orderState(shop.db, orderId)).toBe('created');
  });
});
