import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayWebhook } from '../../operator/webhooks/stored-webhook.ts';
import { becomes } from '../../test/card-payer.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';
import { alertKinds, allProcessed } from '../../test/checkout-com-events.ts';
import { postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { deskOf } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';

const NUMBER = '4000000000000002';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

/** A capture webhook of the whole price with `more` in it. It is text, because JSON.stringify would not write such values. */
function captureWith(orderId: OrderId, more: string): string {
  return `{"id":"evt_${randomUUID()}","type":"payment_captured","data":{"id":"pay_${randomUUID()}","action_id":"act_1","reference":"${orderId}","amount":${PRICE},"currency":"USD","processing":${more}}}`;
}

describe('a capture webhook that carries what looks like a card number', () => {
  it.each([
    ['without quotes', `{"number":${NUMBER}}`],
    ['as a rate with many decimals', '{"rate":3.6725000000000}'],
    ['in an array', `{"numbers":[1,${NUMBER},[${NUMBER}]]}`],
    ['as a field name', `{"${NUMBER}":{"5555555555554444":1}}`],
    ['in JSON inside a text', `{"data":"{\\"number\\":${NUMBER}}"}`],
    ['in a text', `{"note":"card ${NUMBER}"}`],
  ])(
    'a capture webhook with a card-like number %s delivers its order, and is stored as JSON without card numbers',
    async (_where, more) => {
      const orderId = await startedOrder(shop);
      expect(await postToCheckoutCom(shop, captureWith(orderId, more))).toBe(200);
      // A webhook is processed before the delivery that follows from it.
      await becomes(shop, orderId, 'delivered');
      const [row] = await shop.db<
        { body: string }[]
      >`select body from notifications where order_id = ${orderId}`;
      expect(JSON.parse(row?.body ?? '')).toMatchObject({ data: { reference: orderId, amount: PRICE } });
      expect(row?.body).not.toMatch(/4000000000000002|5555555555554444/);
      expect(await alertKinds(shop, orderId)).toEqual([]);
    },
  );
});

describe('a stored webhook of an order that cannot be read', () => {
  /** A webhook as the previous release stored it: a card number was redacted so that the text is no valid JSON. */
  async function brokenNotification(orderId: OrderId): Promise<string> {
    const id = shop.app.context.newId();
    const body = captureWith(orderId, '{"number":[card number]}');
    await shop.db`
      insert into notifications (id, provider, event_id, event_type, order_id, body, received_at, hand_over_after)
      values (${id}, 13, ${`evt_${id}`}, 'payment_captured', ${orderId}, ${body}, now(), now() + interval '1 hour')`;
    return id;
  }
  const openAlerts = (orderId: OrderId) => shop.db`
    select kind, detail->>'notification' as notification from alerts where order_id = ${orderId} and closed_at is null
    order by raised_at, id`;

  it('each stored webhook of an order that cannot be read raises an alert of its own', async () => {
    const orderId = await startedOrder(shop);
    const ids = [await brokenNotification(orderId), await brokenNotification(orderId)];
    for (const id of ids)
      await shop.app.life.send('notified', orderId, { notificationId: id }, { idempotencyKey: id });
    await allProcessed(shop, orderId);
    expect([...(await openAlerts(orderId))]).toEqual(
      ids.map((notification) => ({ kind: 'unreadable-notification', notification })),
    );
  });

  it('a replayed webhook that still cannot be read raises its alert again', async () => {
    const orderId = await startedOrder(shop);
    const id = await brokenNotification(orderId);
    for (let n = 0; n < 2; n += 1) {
      expect(await replayWebhook(deskOf(shop), signed(), { id, orderId: null })).toMatchObject({
        kind: 'done',
      });
      await allProcessed(shop, orderId);
      expect(await openAlerts(orderId)).toHaveLength(1);
    }
  });
});
