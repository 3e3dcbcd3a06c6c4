import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertsOfOrder, openAlertsOfKind } from '../../alerts/alert.store.ts';
import { providerRegistry } from '../../providers/registry.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { paidBy13, refundingProvider } from '../../test/refunding-provider.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import type { Flow } from '../../platform/flow.ts';
import { orderLife } from '../order.flow.ts';
import { takeMoney } from '../paying/take-money.ts';
import { submitRefunds } from '../refunds/submit-refunds.ts';
import { watchConnections } from './watch-orders.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

const NOBODY = providerRegistry([]);
const flow: Flow = { step: (_name, work) => work() };

const openAlerts = async () =>
  (await openAlertsOfKind(shop.db, 'provider-not-connected', 10)).map(({ subject }) => subject);

it('a refund at a provider that is not connected waits, and is submitted when the provider is connected again', async () => {
  const { context } = shop.app;
  const orderId = await startedOrder(shop);
  await takeMoney(context, orderId, paidBy13(`pay_${randomUUID()}`, PRICE));
  await takeMoney(context, orderId, paidBy13(`pay_${randomUUID()}`, PRICE));
  await submitRefunds(context, NOBODY, orderId);
  await submitRefunds(context, NOBODY, orderId);
  expect([...(await shop.db`select state from refunds where order_id = ${orderId}`)]).toEqual([
    { state: 'due' },
  ]);
  expect(await openAlerts()).toEqual(['provider:13']);
  await watchConnections(context, NOBODY);
  expect(await openAlerts()).toEqual(['provider:13']);
  const { refundRequests, providers } = refundingProvider([{ kind: 'accepted', returnId: randomUUID() }]);
  await watchConnections(context, providers);
  expect(await openAlerts()).toEqual([]);
  await submitRefunds(context, providers, orderId);
  expect(refundRequests).toHaveLength(1);
});

it('at a provider that is not connected, a check or the payer’s return from the bank leaves the attempt open and raises one alert', async () => {
  const { context } = shop.app;
  const orderId = await startedOrder(shop);
  const life = orderLife({ context, providers: NOBODY });
  expect(await life.look(flow, orderId, null)).toBeNull();
  expect(await life.proven(flow, orderId, { proof: null })).toEqual({ kind: 'pending' });
  const [attempt] =
    await shop.db`select state, look_after < lives_until as is_scheduled from payments where order_id = ${orderId}`;
  expect(attempt).toEqual({ state: 'sent', is_scheduled: true });
  expect(await openAlerts()).toEqual(['provider:13']);
  expect(await alertsOfOrder(shop.db, orderId)).toEqual([]);
});

it('a webhook of a provider that is not connected stays unprocessed until the provider is back', async () => {
  const { context } = shop.app;
  const orderId = await startedOrder(shop);
  const away = orderLife({ context, providers: NOBODY });
  await postToCheckoutCom(shop, capturedBody(orderId, PRICE, `pay_${randomUUID()}`));
  const [stored] = await shop.db<{ id: string }[]>`select id from notifications where order_id = ${orderId}`;
  const notificationId = stored?.id ?? '';
  const isProcessed = async () =>
    (await shop.db`select from notifications where id = ${notificationId} and processed_at is not null`)
      .length === 1;
  await expect.poll(isProcessed).toBe(true);
  const past = new Date(Date.now() - 1_000);
  await shop.db`update notifications set processed_at = null, hand_over_after = ${past} where id = ${notificationId}`;
  expect(await away.notified(flow, orderId, { notificationId })).toBeNull();
  expect(await isProcessed()).toBe(false);
  const here = orderLife({ context, providers: shop.app.cards.providers });
  expect(await here.notified(flow, orderId, { notificationId })).toBeNull();
  expect(await isProcessed()).toBe(true);
});
