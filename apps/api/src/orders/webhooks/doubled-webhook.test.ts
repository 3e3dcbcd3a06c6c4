import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/postgres.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { storeWebhook } from '../store/webhook.store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const TIMES = 5;

/** The counts of stored and of repeated webhooks, read from the metrics. */
async function counted(): Promise<{ stored: number; repeated: number }> {
  const text = await shop.app.metrics.text();
  const of = (end: string) =>
    Number(new RegExp(`^jawhara_notifications_total\\{end="${end}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { stored: of('stored'), repeated: of('repeated') };
}

it('a webhook sent many times at once is stored once, raises one alert, and is counted as repeated', async () => {
  const before = await counted();
  // The webhook names an unknown order, so each newly stored webhook would raise an alert.
  const one = capturedBody(randomUUID(), 999, `pay_${randomUUID()}`, 'evt_doubled');
  const statuses = await Promise.all(Array.from({ length: TIMES }, () => postToCheckoutCom(shop, one)));
  statuses.push(await postToCheckoutCom(shop, one));
  expect(new Set(statuses)).toEqual(new Set([200]));

  expect(await shop.db`select from notifications where event_id = 'evt_doubled'`).toHaveLength(1);
  expect(await shop.db`select from alerts where kind = 'notification-without-order'`).toHaveLength(1);
  expect(await counted()).toEqual({ stored: before.stored + 1, repeated: before.repeated + TIMES });
});

it('the same event id from another provider is stored as another webhook', async () => {
  const store = (provider: 13 | 17) =>
    inTransaction(shop.db, (tx) =>
      storeWebhook(
        tx,
        {
          id: randomUUID(),
          provider,
          eventId: 'evt_shared',
          eventType: 'any',
          orderId: null,
          providerPaymentId: null,
          body: '{}',
          parkedAt: null,
        },
        new Date(),
        null,
      ),
    );
  const stored = { orderId: null };
  expect([await store(13), await store(17), await store(13), await store(17)]).toEqual([
    stored,
    stored,
    null,
    null,
  ]);
});

it('a signed webhook that cannot be read is stored as unreadable, and its alert contains its id', async () => {
  expect(await postToCheckoutCom(shop, { nothing: 'of this' })).toBe(200);
  const rows = await shop.db<{ id: string; event_id: string }[]>`
    select id, event_id from notifications where event_type = 'unreadable'`;
  expect(rows.map(({ id, event_id }) => event_id === `unreadable-${id}`)).toEqual([true]);
  const alerts = await shop.db`select detail from alerts where kind = 'unreadable-notification'`;
  expect(alerts).toEqual([{ detail: { notification: rows[0]?.id } }]);
});
