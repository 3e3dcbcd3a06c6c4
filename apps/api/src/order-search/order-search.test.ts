import {
  cancelOrder,
  findOrder,
  openOrderLink,
  readOrder,
  readOrderStatus,
  stopMail,
  wishRefund,
} from '@jawhara/contract';
import {
  ORDER_LINK_MINUTES,
  ORDER_SEARCHES_PER_ADDRESS_MAX,
  ORDER_SEARCHES_PER_NUMBER_MAX,
  orderNumber,
  type OrderId,
} from '@jawhara/domain';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { boughtGems, giveAddress, mailsTo, mailWorker } from '../test/mail-stage.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { mailOrderLinks, type SearchDeps } from './mail-order-links.ts';

const MINUTE_MS = 60_000;

let shop: Shop;
let laterMs = 0;
beforeAll(async () => {
  shop = await openShop({ mail: true, now: () => new Date(Date.now() + laterMs) });
});
afterEach(async () => {
  laterMs = 0;
  await shop.mailServer?.setAway(false);
  await shop.db`delete from order_searches`;
});
afterAll(() => shop.close());

const workWith = (changed: Partial<SearchDeps> = {}) =>
  mailOrderLinks({ ...mailWorker(shop).deps, ...changed });
const ask = (number: string, headers: Record<string, string> = {}) =>
  shop.visitor().call(findOrder, { number }, headers);

async function orderWithAddress() {
  const { buyer, orderId } = await boughtGems(shop);
  const address = `find+${randomUUID().slice(0, 8)}@example.com`;
  await giveAddress(buyer, orderId, address);
  return { buyer, orderId, address, number: orderNumber(orderId) };
}

const linksIn = (address: string): string[] =>
  mailsTo(shop, address).flatMap(({ text }) => /\/order#([\w-]{22}\.[\w-]{22})/.exec(text)?.[1] ?? []);

async function mailedLink(): Promise<{ orderId: OrderId; link: string; address: string }> {
  const { orderId, address, number } = await orderWithAddress();
  await ask(number);
  await workWith();
  return { orderId, address, link: linksIn(address)[0] ?? '' };
}

const open = (visitor: ReturnType<Shop['visitor']>, link: string) => visitor.call(openOrderLink, { link });
const reads = async (visitor: ReturnType<Shop['visitor']>, orderId: OrderId) =>
  (await visitor.call(readOrder, { orderId })).value?.orderId ?? null;

describe('[ORD-22] an order that is searched for by its number', () => {
  it('searching an order by its number mails a link to its address, which opens the order on another device', async () => {
    const { orderId, address, number } = await orderWithAddress();
    const stranger = shop.visitor();
    // The number as a payer may type it: in small letters and with spaces.
    const answer = await stranger.call(findOrder, { number: number.toLowerCase().replaceAll('-', ' ') });
    expect(answer).toMatchObject({ status: 200, value: {} });
    expect(await workWith()).toBe(1);
    const [mail] = mailsTo(shop, address);
    expect(mail?.headers['subject']).toContain(number);
    expect(mail?.text).toContain(`${ORDER_LINK_MINUTES} دقيقة`);
    expect(await reads(stranger, orderId)).toBeNull();
    const [link = ''] = linksIn(address);
    expect((await open(stranger, link)).value).toEqual({ orderId });
    expect(await reads(stranger, orderId)).toBe(orderId);
    expect((await stranger.call(readOrderStatus, { orderId })).value?.state).toBe('delivered');
  });

  it('the mail with the link to a searched order is in the language that its payer chose for mails', async () => {
    const { buyer, orderId } = await boughtGems(shop);
    const address = `find+${randomUUID().slice(0, 8)}@example.com`;
    await giveAddress(buyer, orderId, address, 'en');
    await ask(orderNumber(orderId), { 'accept-language': 'ar' });
    await workWith();
    expect(mailsTo(shop, address)[0]?.headers['subject']).toContain('The link to your order');
  });

  it('searching an unknown order, or one without mail address or with stopped mails, sends no mail and gets the same answer', async () => {
    const { orderId: silent } = await boughtGems(shop);
    const { buyer, orderId: stopped, address } = await orderWithAddress();
    await buyer.call(stopMail, { orderId: stopped });
    const before = shop.mailServer?.inbox.length;
    for (const number of [orderNumber(silent), orderNumber(stopped), 'JW-8H2T-55310'])
      expect(await ask(number)).toMatchObject({ status: 200, value: {} });
    expect(await workWith()).toBe(2);
    expect(shop.mailServer?.inbox.length).toBe(before);
    expect(linksIn(address)).toEqual([]);
    expect(await shop.db`select from order_searches`).toHaveLength(0);
  });

  it('a search for a malformed order number is refused and not stored', async () => {
    for (const number of ['', 'JW-7F3', 'x'.repeat(41), 'JW-7F3K-2048!'])
      expect((await shop.visitor().send(findOrder.path, { number })).refusal).toBe('malformed');
    expect(await shop.db`select from order_searches`).toHaveLength(0);
  });
});

describe('[ORD-22] the link to an order', () => {
  it('a mailed order link opens the order again on the first device that opened it, and is refused on a second device', async () => {
    const { orderId, link } = await mailedLink();
    const [first, second] = [shop.visitor(), shop.visitor()];
    const both = [await open(first, link), await open(second, link), await open(first, link)];
    expect(both.map(({ refusal }) => refusal)).toEqual([null, 'order-link-invalid', null]);
    expect(await reads(second, orderId)).toBeNull();
  });

  it('a mailed order link opened on eight devices at once opens the order on one of them', async () => {
    const { link } = await mailedLink();
    const visitors = Array.from({ length: 8 }, () => shop.visitor());
    const ends = await Promise.all(visitors.map((visitor) => open(visitor, link)));
    expect(ends.filter(({ value }) => value !== null)).toHaveLength(1);
  });

  it('a mailed order link is valid for 30 minutes, and shows the order for 30 minutes after it was opened', async () => {
    expect(ORDER_LINK_MINUTES).toBe(30);
    const { orderId, link } = await mailedLink();
    laterMs = 29 * MINUTE_MS;
    const visitor = shop.visitor();
    expect((await open(visitor, link)).value).toEqual({ orderId });
    laterMs = 58 * MINUTE_MS;
    expect(await reads(visitor, orderId)).toBe(orderId);
    laterMs = 60 * MINUTE_MS;
    expect(await reads(visitor, orderId)).toBeNull();
    const late = await mailedLink();
    laterMs += 31 * MINUTE_MS;
    expect((await open(shop.visitor(), late.link)).refusal).toBe('order-link-invalid');
    laterMs += 30 * MINUTE_MS;
    await workWith();
    expect(await shop.db`select from order_links where order_id = ${late.orderId}`).toHaveLength(0);
  });

  it('a changed order link, or the link that stops mails, opens no order', async () => {
    const { link, address } = await mailedLink();
    const stop = /mail-stop\.html\?lang=\w+#(\S+)/.exec(mailsTo(shop, address)[0]?.text ?? '')?.[1] ?? '';
    const [id = '', signature = ''] = link.split('.');
    const wrong = [stop, '', 'x', `${id}.`, `${id}.${signature.toLowerCase()}`, `${signature}.${id}`];
    for (const one of wrong) expect((await open(shop.visitor(), one)).refusal).toBe('order-link-invalid');
    expect((await open(shop.visitor(), link)).refusal).toBeNull();
  });

  it('a device that opened a mailed order link reads the order without its mail address, and can neither cancel it nor change its mails', async () => {
    const { orderId, link } = await mailedLink();
    const reader = shop.visitor();
    await open(reader, link);
    const { value } = await reader.call(readOrder, { orderId });
    expect(value).toMatchObject({ mail: null, challenge: null, receiptLink: expect.any(String) });
    const acts = [
      await reader.call(cancelOrder, { orderId, reason: 'changed-mind' }),
      await reader.call(stopMail, { orderId }),
      await giveAddress(reader, orderId, 'somebody@example.com'),
    ];
    expect(acts.map(({ refusal }) => refusal)).toEqual(acts.map(() => 'order-not-found'));
    // A refund goes back to the card that paid, so a reader of the mail may request one that is due; here none is due.
    expect((await reader.call(wishRefund, { orderId })).refusal).toBe('refund-not-due');
    expect((await shop.visitor().call(wishRefund, { orderId })).refusal).toBe('order-not-found');
  });
});

describe('[ORD-22] the worker of order searches', () => {
  it('when the worker dies after mailing an order link, the same link is mailed once more', async () => {
    const { orderId, address, number } = await orderWithAddress();
    await ask(number);
    const { deps } = mailWorker(shop);
    const dying = async (message: Parameters<typeof deps.send>[0]) => {
      await deps.send(message);
      throw new Error('the worker is killed');
    };
    await expect(workWith({ send: dying })).rejects.toThrow('killed');
    expect(await workWith()).toBe(0);
    laterMs = 2 * MINUTE_MS;
    expect(await workWith()).toBe(1);
    expect(new Set(linksIn(address)).size).toBe(1);
    expect(mailsTo(shop, address)).toHaveLength(2);
    expect((await open(shop.visitor(), linksIn(address)[0] ?? '')).value).toEqual({ orderId });
  });

  it('an order link is mailed when the mail server is reachable again, and not after the link has expired', async () => {
    const { address, number } = await orderWithAddress();
    await ask(number);
    await shop.mailServer?.setAway(true);
    expect(await workWith()).toBe(0);
    await shop.mailServer?.setAway(false);
    laterMs = 2 * MINUTE_MS;
    await workWith();
    expect(linksIn(address)).toHaveLength(1);
    await ask(number);
    laterMs = 40 * MINUTE_MS;
    await workWith();
    expect(linksIn(address)).toHaveLength(1);
    expect(await shop.db`select from order_searches`).toHaveLength(0);
  });

  it('when six workers run at once, the link of each searched order is mailed once', async () => {
    const orders = [await orderWithAddress(), await orderWithAddress(), await orderWithAddress()];
    for (const { number } of orders) await ask(number);
    await Promise.all(Array.from({ length: 6 }, () => workWith()));
    for (const { address } of orders) expect(linksIn(address)).toHaveLength(1);
  });
});

describe('[ORD-22] limits of order searches', () => {
  let narrow: Shop;
  beforeAll(async () => {
    narrow = await openShop({ mail: true, env: { GUARD_FACTOR: '1' } });
  });
  afterAll(() => narrow.close());
  const search = (number: string, address: string) =>
    narrow.visitor().call(findOrder, { number }, { 'x-forwarded-for': address });

  it('searches for one order number are limited to three an hour over all addresses, whether the order exists or not', async () => {
    expect(ORDER_SEARCHES_PER_NUMBER_MAX).toBe(3);
    const { orderId } = await boughtGems(narrow);
    for (const number of [orderNumber(orderId), 'JW-8H2T-55310']) {
      const ends = [];
      for (let n = 1; n <= 4; n += 1) ends.push(await search(number, `203.0.113.${n}`));
      expect(ends.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    }
  });

  it('order searches from one network address are limited to twenty an hour', async () => {
    expect(ORDER_SEARCHES_PER_ADDRESS_MAX).toBe(20);
    const statuses = [];
    for (let n = 0; n <= 20; n += 1)
      statuses.push((await search(`JW-9K1P-${18_820 + n}`, '198.51.100.7')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });
});
