import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAlerts, raiseAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import {
  deliveredOrder,
  deskOf,
  heldOrder,
  lastRecord,
  paymentInBooks,
  refusesWith,
  soon,
} from '../../test/operator-desk.ts';
import { runOps } from '../../test/run-ops.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { replayWebhook } from '../webhooks/stored-webhook.ts';
import { listWebhooks } from '../webhooks/webhook.verbs.ts';
import type { OperatorContext } from '../operator-context.ts';
import { listAlerts, resolveAlert, showAlert } from './alert.verbs.ts';

const PRICE = 999;

let shop: Shop;
let desk: OperatorContext;
beforeAll(async () => {
  shop = await openShop();
  desk = deskOf(shop);
});
afterEach(() => shop.control('reset', {}));
afterAll(() => shop.close());

describe('alerts', () => {
  it('an open alert is listed; the last characters of its id are enough to resolve it, once', async () => {
    const orderId = await heldOrder(shop, 1001);
    const alert = (await listAlerts(desk)).find((one) => one.orderId === orderId);
    const end = alert?.id.slice(-8).toUpperCase() ?? '';
    expect(await resolveAlert(desk, signed('huda', 'looked into it'), end)).toMatchObject({
      kind: 'done',
      action: { verb: 'alerts resolve', subject: `order:${orderId}`, before: { kind: 'amount-mismatch' } },
    });
    expect((await openAlerts(shop.db, 100)).some(({ id }) => id === alert?.id)).toBe(false);
    await refusesWith(shop, 'no-such-alert', () => resolveAlert(desk, signed(), end));
    await refusesWith(shop, 'no-such-alert', () => resolveAlert(desk, signed(), ''));
    await refusesWith(shop, 'no-such-alert', () => resolveAlert(desk, signed(), '%'));
  });

  it('an operator opens an open alert by the last characters of its id, and a closed alert only by its whole id', async () => {
    const orderId = await heldOrder(shop, 1004);
    const alert = (await listAlerts(desk)).find((one) => one.orderId === orderId);
    const id = alert?.id ?? '';
    const ran = await runOps(shop, 'alerts', 'show', id.slice(-8).toUpperCase());
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/kind +amount-mismatch/);
    expect(ran.out).toContain('ops order release');
    expect(await lastRecord(shop)).toMatchObject({
      by: 'huda',
      verb: 'alerts show',
      subject: `order:${orderId}`,
    });
    await resolveAlert(desk, signed('huda', 'looked into it'), id);
    expect(await showAlert(desk, signed('salma'), id)).toMatchObject({
      closedBy: 'huda',
      closedWhy: 'looked into it',
    });
    for (const typed of [id.slice(-8), randomUUID(), '', '%'])
      await refusesWith(shop, 'no-such-alert', async () => {
        const answer = await showAlert(desk, signed(), typed);
        return 'because' in answer ? answer : { kind: 'shown' };
      });
  });

  it('an operator’s command to resolve an alert is refused when several alerts end with the typed characters', async () => {
    for (const half of ['aaaaaaaa', 'bbbbbbbb'])
      await inTransaction(shop.db, (tx) =>
        raiseAlert(tx, {
          id: `${half}-0000-7000-8000-00000000beef`,
          kind: 'late-confirmation',
          orderId: randomUUID() as OrderId,
          recipientId: null,
          detail: {},
          at: new Date(),
        }),
      );
    await refusesWith(shop, 'several-alerts', () => resolveAlert(desk, signed(), 'beef'));
    expect(await resolveAlert(desk, signed(), 'aaaaaaaa-0000-7000-8000-00000000beef')).toMatchObject({
      kind: 'done',
    });
  });
});

describe('webhooks', () => {
  it('a webhook without an order is listed; an operator replays it for an order, which is then delivered', async () => {
    const { orderId } = placed(await shop.visitor().buy('challenge', { recipientId: 1003 }));
    const payment = (await paymentInBooks(shop, orderId))?.id ?? '';
    const stranger = randomUUID();
    const body = { ...capturedBody(stranger, PRICE, `pay_${stranger}`), id: `evt_${stranger}` };
    expect(await postToCheckoutCom(shop, body)).toBe(200);
    const [line] = await soon(async () => {
      const lines = await listWebhooks(desk, 'without-order');
      expect(lines).toHaveLength(1);
      return lines;
    });
    const id = line?.id ?? '';
    await refusesWith(shop, 'notification-without-order', () =>
      replayWebhook(desk, signed(), { id, orderId: null }),
    );
    expect(await replayWebhook(desk, signed(), { id, orderId })).toMatchObject({
      kind: 'done',
      action: { subject: `order:${orderId}`, before: { order: null }, after: { order: orderId } },
    });
    await becomes(shop, orderId, 'delivered');
    expect(await listWebhooks(desk, 'without-order')).toEqual([]);
    const open = await openAlerts(shop.db, 100);
    expect(open.filter(({ kind }) => kind === 'notification-without-order')).toEqual([]);
    expect(payment).not.toBe('');
    const other = await deliveredOrder(shop, 1001);
    await refusesWith(shop, 'notification-of-another-order', () =>
      replayWebhook(desk, signed(), { id, orderId: other }),
    );
  });

  it('replaying a webhook that was already processed changes neither order nor payment', async () => {
    const orderId = await deliveredOrder(shop, 1003);
    const [row] = await soon(async () => {
      const rows = await shop.db<{ id: string }[]>`
        select id from notifications where order_id = ${orderId} and processed_at is not null`;
      expect(rows.length).toBeGreaterThan(0);
      return rows;
    });
    const id = row?.id ?? '';
    expect(await replayWebhook(desk, signed(), { id, orderId: null })).toMatchObject({
      action: { before: { processed: true } },
    });
    await soon(async () => {
      const [again] =
        await shop.db`select processed_at is not null as done from notifications where id = ${id}`;
      expect(again).toEqual({ done: true });
    });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect((await paymentInBooks(shop, orderId))?.refunded).toBe(0);
  });

  it('webhooks of unknown types are listed; replaying an unknown webhook id is refused', async () => {
    const orderId = await deliveredOrder(shop, 1003);
    const body = { ...capturedBody(orderId, PRICE, 'pay_x'), type: 'payment_levitated' };
    expect(await postToCheckoutCom(shop, body)).toBe(200);
    await soon(async () =>
      expect(await listWebhooks(desk, 'unheard-of')).toMatchObject([
        { eventType: 'payment_levitated', orderId },
      ]),
    );
    expect(await listWebhooks(desk, 'unprocessed')).toEqual([]);
    for (const id of [randomUUID(), 'nothing', ''])
      await refusesWith(shop, 'no-such-notification', () =>
        replayWebhook(desk, signed(), { id, orderId: null }),
      );
  });
});
