import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { openShop, type Shop } from '../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PRICE = 999;

async function stored(eventId: string) {
  const [row] = await shop.db`
    select order_id as "orderId", processed_at is not null as "isProcessed",
      (select closed_by from alerts where kind = 'notification-without-order' and subject = notifications.id::text) as "closedBy"
    from notifications where event_id = ${eventId}`;
  return row;
}

it('a webhook that arrives before its payment is known is matched to its order once the payment is known', async () => {
  const paymentId = `pay_${randomUUID()}`;
  const [early, foreign] = [`evt_${randomUUID()}`, `evt_${randomUUID()}`];
  expect(await postToCheckoutCom(shop, capturedBody(randomUUID(), PRICE, paymentId, early))).toBe(200);
  await postToCheckoutCom(shop, capturedBody(randomUUID(), PRICE, `pay_${randomUUID()}`, foreign));
  expect(await stored(early)).toEqual({ orderId: null, isProcessed: false, closedBy: null });

  const { orderId } = placed(await shop.visitor().buy('challenge'));
  await postToCheckoutCom(shop, capturedBody(orderId, PRICE, paymentId));
  await becomes(shop, orderId, 'delivered');
  await vi.waitFor(
    async () => expect(await stored(early)).toEqual({ orderId, isProcessed: true, closedBy: 'by itself' }),
    { timeout: PATIENCE_MS, interval: 100 },
  );
  // A webhook about no order of ours still waits for an operator.
  expect(await stored(foreign)).toEqual({ orderId: null, isProcessed: false, closedBy: null });
});

it('a webhook whose payment stays unknown is retried for a month, and after that only by an operator', async () => {
  const eventId = `evt_${randomUUID()}`;
  await postToCheckoutCom(shop, capturedBody(randomUUID(), PRICE, `pay_${randomUUID()}`, eventId));
  const nextLook = async () => {
    const [row] = await shop.db<{ at: Date | null }[]>`
      select hand_over_after as at from notifications where event_id = ${eventId}`;
    return row?.at;
  };
  const came = (daysAgo: number) => shop.db`
    update notifications set received_at = now() - ${daysAgo} * interval '1 day', hand_over_after = now() - interval '1 day'
    where event_id = ${eventId}`;
  await came(29);
  await shop.sweep();
  expect((await nextLook())?.getTime()).toBeGreaterThan(Date.now());
  await came(31);
  await shop.sweep();
  expect(await nextLook()).toBeNull();
});
