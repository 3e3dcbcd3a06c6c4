import {
  readMyData,
  readOrder,
  requestErasure,
  forgetDevice,
  stopMail,
  unsubscribeMail,
} from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { becomes } from '../test/card-payer.ts';
import { chargeBack } from '../test/disputes.ts';
import {
  addressOf,
  boughtGems,
  giveAddress,
  mailWorker,
  mailsTo,
  paidAtLast,
  refunded,
  stopLinkIn,
  undeliveredOrder,
  waitingOrder,
} from '../test/mail-stage.ts';
import { openShop, type Shop, type Visitor } from '../test/shop.ts';
import { deliverOrder } from '../orders/delivery/deliver-order.ts';
import { watchDeliveries } from '../orders/follow-up/watch-orders.ts';
import { forgetOldAddresses } from './end-address.ts';
import { openAddress, sealAddress } from './mail-keys.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ mail: true });
});
afterAll(() => shop.close());

let made = 0;
const someone = () => `payer${(made += 1)}@example.com`;
const work = () => mailWorker(shop).work();

const subscriptionsOf = (orderId: OrderId) => shop.db`
  select ended_by, sealed_address is not null as "hasAddress" from mail_subscriptions where order_id = ${orderId} order by id`;

describe('[ORD-21] the mail address of an order', () => {
  it('an order’s mail address gets one receipt, in the page’s language, with a link to check it and one to stop', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = someone();
    expect((await giveAddress(buyer, orderId, address)).refusal).toBeNull();
    expect((await giveAddress(buyer, orderId, address)).refusal).toBeNull();
    await work();
    await work();
    const [mail, ...more] = mailsTo(shop, address);
    expect(more).toEqual([]);
    expect(mail?.headers).toMatchObject({
      from: 'جوهرة <news@jawhara.example>',
      to: address,
      'reply-to': 'help@jawhara.example',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(mail?.headers['subject']).toMatch(/^وصلت 1,060 جوهرة إلى \u2068.+\u2069$/u);
    expect(mail?.from).toMatch(/^back-[0-9a-f]{32}-[0-9a-f]{32}@returns\.jawhara\.example$/);
    const { value } = await buyer.call(readOrder, { orderId });
    expect(value?.mail).toEqual({ address });
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(orderNumber(orderId));
      expect(part).toContain(`/receipt#${value?.receiptLink}`);
      expect(part).toContain('/mail-stop.html?lang=ar#');
    }
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
    expect(mail?.html).not.toMatch(/<img|<script|src=/);
  });

  it('an order made on the English page gets English mail', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address, 'en');
    await work();
    const [mail] = mailsTo(shop, address);
    expect(mail?.headers['subject']).toMatch(/^1,060 gems arrived for /);
    expect(mail?.html).toContain('<html lang="en" dir="ltr">');
    expect(`${mail?.text}${mail?.html}`).not.toContain('الطلب');
  });

  it('a late order’s mail address gets one mail about the delay, and the receipt after delivery', async () => {
    const { buyer, orderId } = await undeliveredOrder(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address);
    await shop.db`update orders set moved_at = now() - interval '2 hours' where id = ${orderId}`;
    await watchDeliveries(shop.app.context, shop.env.promises);
    await work();
    expect(mailsTo(shop, address)).toEqual([]);
    await shop.db`update orders set created_at = now() - interval '25 hours' where id = ${orderId}`;
    for (let times = 0; times < 2; times += 1) {
      await watchDeliveries(shop.app.context, shop.env.promises);
      await work();
    }
    expect(mailsTo(shop, address).map(({ headers }) => headers['subject'])).toEqual([
      `طلبك \u2066${orderNumber(orderId)}\u2069 ما زال قيد المتابعة`,
    ]);
    // The button leads to the page that sends a new link: a link lives 30 minutes, and a mail is read at any time.
    expect(mailsTo(shop, address)[0]?.text).toMatch(new RegExp(`/order#${orderNumber(orderId)}$`, 'm'));
    await deliverOrder(shop.app.context, orderId);
    await deliverOrder(shop.app.context, orderId);
    await work();
    expect(mailsTo(shop, address).map(({ headers }) => headers['subject']?.slice(0, 4))).toEqual([
      'طلبك',
      'وصلت',
    ]);
  });

  it('a late order whose gems arrive before its delay mail was sent gets the receipt and no delay mail', async () => {
    const { buyer, orderId } = await undeliveredOrder(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address);
    await shop.db`
      update orders set moved_at = now() - interval '2 hours', created_at = now() - interval '25 hours' where id = ${orderId}`;
    await watchDeliveries(shop.app.context, shop.env.promises);
    await deliverOrder(shop.app.context, orderId);
    await work();
    expect(mailsTo(shop, address).map(({ headers }) => headers['subject']?.slice(0, 4))).toEqual(['وصلت']);
  });

  it('each refund is mailed once with its amount, and a full refund says that the gems were taken back', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address, 'en');
    await work();
    await refunded(shop, orderId, 400, 'act_part');
    await becomes(shop, orderId, 'delivered');
    await refunded(shop, orderId, 400, 'act_part');
    await work();
    await refunded(shop, orderId, 599, 'act_rest');
    await becomes(shop, orderId, 'refunded');
    await work();
    const [, part, rest, ...more] = mailsTo(shop, address);
    expect(more).toEqual([]);
    expect(part?.text).toContain('\u2066$4.00\u2069 was returned to');
    expect(part?.text).not.toContain('taken back');
    expect(rest?.text).toContain('\u2066$5.99\u2069 was returned to');
    expect(rest?.text).toContain('within 10 working days');
    expect(rest?.text).toContain("This order's gems were taken back");
  });

  it('a refund reported before its payment is mailed once the payment is known', async () => {
    const { buyer, orderId } = await waitingOrder(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address, 'en');
    await refunded(shop, orderId, 999);
    await vi.waitFor(async () =>
      expect(await shop.db`select from payment_returns where order_id = ${orderId}`).toHaveLength(1),
    );
    await work();
    expect(mailsTo(shop, address)).toEqual([]);
    await paidAtLast(shop, orderId);
    await work();
    await work();
    const [mail, ...more] = mailsTo(shop, address);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('\u2066$9.99\u2069 was returned to');
  });

  it('a disputed order gets no further mail', async () => {
    const { buyer, orderId } = await boughtGems(shop, 1006);
    const address = someone();
    await giveAddress(buyer, orderId, address);
    await work();
    await chargeBack(shop, orderId);
    await work();
    expect(mailsTo(shop, address)).toHaveLength(1);
  });
});

describe('[ORD-21] orders without a mail address', () => {
  it('no mail is stored for an order without a mail address, also when it is refunded', async () => {
    const { orderId } = await boughtGems(shop);
    await refunded(shop, orderId, 999);
    await becomes(shop, orderId, 'refunded');
    expect(await shop.db`select from mails where order_id = ${orderId}`).toHaveLength(0);
    expect(await subscriptionsOf(orderId)).toHaveLength(0);
  });

  it('another device can neither add nor stop the mail address of an order', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const stranger = shop.visitor();
    expect((await giveAddress(stranger, orderId, someone())).refusal).toBe('order-not-found');
    expect((await stranger.call(stopMail, { orderId })).refusal).toBe('order-not-found');
    expect((await buyer.call(readOrder, { orderId })).value?.mail).toEqual({ address: null });
    expect(await subscriptionsOf(orderId)).toHaveLength(0);
  });

  it('an invalid mail address and an invalid consent are refused', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const path = '/api/order/mail/subscribe/';
    for (const email of ['a@b', 'a@example.com\r\nBcc: b@example.com', 'a@example.com,b@example.com', ''])
      expect((await buyer.send(path, { order_id: orderId, email, consent: 'mail-ar-1' })).refusal).toBe(
        'malformed',
      );
    const email = 'a@example.com';
    expect((await buyer.send(path, { order_id: orderId, email, consent: 'yes' })).refusal).toBe('malformed');
    expect(await subscriptionsOf(orderId)).toHaveLength(0);
  });
});

describe('[ORD-21] stopping mails', () => {
  it('stopping mails on the order page deletes the address and drops waiting mails', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address);
    await buyer.call(stopMail, { orderId });
    await work();
    expect(mailsTo(shop, address)).toEqual([]);
    expect(await subscriptionsOf(orderId)).toEqual([{ ended_by: 'payer', hasAddress: false }]);
    expect((await buyer.call(readOrder, { orderId })).value?.mail).toEqual({ address: null });
  });

  it('the stop link of a mail ends the mails of its order, for anyone who has the link, once or twice', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address);
    await work();
    const [mail] = mailsTo(shop, address);
    if (!mail) throw new Error('no mail came');
    const link = stopLinkIn(mail);
    for (let times = 0; times < 2; times += 1)
      expect((await shop.visitor().call(unsubscribeMail, { link })).value).toEqual({
        orderNumber: orderNumber(orderId),
      });
    await refunded(shop, orderId, 999);
    await becomes(shop, orderId, 'refunded');
    await work();
    expect(mailsTo(shop, address)).toHaveLength(1);
    expect(await subscriptionsOf(orderId)).toEqual([{ ended_by: 'payer', hasAddress: false }]);
  });

  it('a mail program stops mails by one POST (RFC 8058), and never by GET', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address);
    await work();
    const header = mailsTo(shop, address)[0]?.headers['list-unsubscribe'] ?? '';
    const url = new URL(/^<(.+)>$/.exec(header)?.[1] ?? '');
    const press = (method: string) =>
      fetch(`${shop.apiUrl}${url.pathname}${url.search}`, {
        method,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }),
      });
    for (const method of ['GET', 'HEAD']) await press(method);
    expect(await subscriptionsOf(orderId)).toEqual([{ ended_by: null, hasAddress: true }]);
    expect((await press('POST')).status).toBe(200);
    expect(await subscriptionsOf(orderId)).toEqual([{ ended_by: 'payer', hasAddress: false }]);
  });

  it('a stop link without a valid signature is refused', async () => {
    for (const link of ['', 'x', `${'A'.repeat(22)}.${'A'.repeat(22)}`])
      expect((await shop.visitor().call(unsubscribeMail, { link })).refusal).toBe('mail-link-invalid');
  });

  it('the mail address of an order can be replaced, up to three addresses in all', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const [wrong, right, third] = [someone(), someone(), someone()];
    await giveAddress(buyer, orderId, wrong);
    await giveAddress(buyer, orderId, right);
    await work();
    expect([wrong, right].map((address) => mailsTo(shop, address).length)).toEqual([0, 1]);
    await giveAddress(buyer, orderId, third);
    expect((await giveAddress(buyer, orderId, someone())).refusal).toBe('too-many-tries');
    expect(await subscriptionsOf(orderId)).toEqual([
      { ended_by: 'other-address', hasAddress: false },
      { ended_by: 'other-address', hasAddress: false },
      { ended_by: null, hasAddress: true },
    ]);
  });
});

describe('[ORD-21] deleting a mail address', () => {
  it('requesting erasure or clearing the device deletes an order’s mail address; before it was in the payer’s data export', async () => {
    const erase = (buyer: Visitor) => buyer.call(requestErasure, {});
    const clear = (buyer: Visitor) => buyer.call(forgetDevice, {});
    for (const call of [erase, clear]) {
      const { buyer, orderId } = await boughtGems(shop);
      const address = someone();
      await giveAddress(buyer, orderId, address);
      expect((await buyer.call(readMyData, {})).value?.file).toContain(address);
      await call(buyer);
      expect(await subscriptionsOf(orderId)).toEqual([{ ended_by: 'erasure', hasAddress: false }]);
    }
  });

  it('the mail address of an order is deleted after 180 days, and not before', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    await giveAddress(buyer, orderId, someone());
    const { db } = shop.app.context;
    const daysLater = (days: number) => () => new Date(Date.now() + days * 86_400_000);
    await forgetOldAddresses({ db, now: daysLater(179) });
    expect(await subscriptionsOf(orderId)).toEqual([{ ended_by: null, hasAddress: true }]);
    await forgetOldAddresses({ db, now: daysLater(181) });
    expect(await subscriptionsOf(orderId)).toEqual([{ ended_by: 'time', hasAddress: false }]);
  });

  it('a mail address is stored sealed for its row, and is readable in no table or log line', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = someone();
    await giveAddress(buyer, orderId, address);
    await work();
    const tables = await shop.db<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`;
    for (const { name } of tables) {
      const rows = await shop.db.unsafe(`select from ${name} t where t::text ilike '%${address}%'`);
      const hex = Buffer.from(address).toString('hex');
      const bytes = await shop.db.unsafe(`select from ${name} t where t::text like '%${hex}%'`);
      expect([name, rows.length, bytes.length]).toEqual([name, 0, 0]);
    }
    expect(shop.log()).not.toContain(address);
    const [row] = await shop.db<{ id: string; sealed: Buffer }[]>`
      select id, sealed_address as sealed from mail_subscriptions where order_id = ${orderId}`;
    const keys = shop.env.mail?.keys ?? ['none'];
    expect(openAddress(row?.sealed ?? Buffer.alloc(0), row?.id ?? '', keys)).toBe(address);
    expect(() => openAddress(row?.sealed ?? Buffer.alloc(0), crypto.randomUUID(), keys)).toThrow(
      /authenticate/,
    );
  });

  it('a sealed mail address opens with the previous key, and fails without that key', () => {
    const chance = (bytes: number) => new Uint8Array(bytes);
    const sealed = sealAddress(addressOf('a@example.com'), 'row', { keys: ['old key'], chance });
    expect(openAddress(sealed, 'row', ['new key', 'old key'])).toBe('a@example.com');
    expect(() => openAddress(sealed, 'row', ['new key'])).toThrow('MAIL_KEYS');
  });
});
