import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveAlert } from '../../operator/alerts/alert.verbs.ts';
import { replayWebhook } from '../../operator/webhooks/stored-webhook.ts';
import { postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { allProcessed } from '../../test/checkout-com-events.ts';
import { deliveredOrder, deskOf, paymentInBooks, soon } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface AlertRow {
  readonly id: string;
  readonly why: string;
  readonly isOpen: boolean;
}

async function alertsOf(orderId: OrderId, kind: string): Promise<AlertRow[]> {
  const rows = await shop.db<AlertRow[]>`
    select id, detail ->> 'why' as why, closed_at is null as "isOpen" from alerts
    where order_id = ${orderId} and kind = ${kind} order by raised_at, id`;
  return [...rows];
}

/** Returns the body, so that a test can post the same webhook twice. */
async function post(orderId: OrderId, type: string): Promise<object> {
  const body = {
    id: `evt_${randomUUID()}`,
    type,
    version: '1.0.0',
    created_on: new Date().toISOString(),
    data: {
      id: `x_${randomUUID()}`,
      payment_id: (await paymentInBooks(shop, orderId))?.id,
      payment_reference: orderId,
      reference: orderId,
    },
  };
  expect(await postToCheckoutCom(shop, body)).toBe(200);
  await allProcessed(shop, orderId);
  return body;
}

it('[ALR-02] each webhook that needs an operator raises its own alert, also after an earlier one was closed', async () => {
  const orderId = await deliveredOrder(shop, 1001);
  await post(orderId, 'fraud_reported');
  const [fraud] = await alertsOf(orderId, 'person-needed');
  expect(fraud).toMatchObject({ why: 'the bank reports fraud', isOpen: true });
  expect(await resolveAlert(deskOf(shop), signed(), fraud?.id.slice(-8) ?? '')).toMatchObject({
    kind: 'done',
  });
  await post(orderId, 'request_for_information_received');
  await post(orderId, 'dispute_resolved');
  const open = (await alertsOf(orderId, 'person-needed')).filter(({ isOpen }) => isOpen);
  expect(open).toHaveLength(2);
  expect(open[0]?.why).toBe('the bank asks about this payment');
});

it('[ALR-02] the same webhook delivered twice raises one alert', async () => {
  const orderId = await deliveredOrder(shop, 1002);
  const body = await post(orderId, 'fraud_reported');
  expect(await postToCheckoutCom(shop, body)).toBe(200);
  await allProcessed(shop, orderId);
  expect(await alertsOf(orderId, 'person-needed')).toHaveLength(1);
});

it('[ALR-02] two unknown event types of one order are two alerts; a replay that changes nothing opens its alert again', async () => {
  const orderId = await deliveredOrder(shop, 1003);
  await post(orderId, 'payment_new_thing');
  await post(orderId, 'payment_money_moved_in_a_new_way');
  const raised = await alertsOf(orderId, 'unheard-of-event');
  expect(raised.map(({ why }) => why).toSorted()).toEqual([
    'payment_money_moved_in_a_new_way',
    'payment_new_thing',
  ]);
  const [row] = await shop.db<{ id: string }[]>`
    select id from notifications where order_id = ${orderId} and event_type = 'payment_new_thing'`;
  expect(await replayWebhook(deskOf(shop), signed(), { id: row?.id ?? '', orderId: null })).toMatchObject({
    kind: 'done',
  });
  await allProcessed(shop, orderId);
  await soon(async () =>
    expect((await alertsOf(orderId, 'unheard-of-event')).map(({ isOpen }) => isOpen)).toEqual([true, true]),
  );
});
