import { joinOrders, listOrders, logInWithTicket, readOrder, type OrderQuery } from '@jawhara/contract';
import { orderNumber, ORDERS_PAGE_MAX, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomes, placed } from '../../test/card-payer.ts';
import { runOps } from '../../test/run-ops.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import type { Visitor } from '../../test/visitor.ts';

type Headers = Record<string, string>;
const ANY: OrderQuery = { group: null, number: null, before: null };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const signIn = async (visitor: Visitor, id: number): Promise<Headers> => {
  const { value } = await visitor.call(logInWithTicket, { ticket: await shop.ticket(id) });
  return { 'x-session-key': value?.sessionKey ?? '' };
};
const idsOf = async (visitor: Visitor, headers: Headers = {}, query: Partial<OrderQuery> = {}) => {
  const { value } = await visitor.call(listOrders, { ...ANY, ...query }, headers);
  const ids = (orders: readonly { orderId: OrderId }[] = []) => orders.map(({ orderId }) => orderId);
  return { of: value?.of, orders: ids(value?.orders), earlier: ids(value?.earlier) };
};
const bought = async (visitor: Visitor, headers: Headers = {}) =>
  placed(await visitor.buy('approve', { headers })).orderId;

describe('the orders of a device from before its payer signed in', () => {
  it('[ORD-19] orders of a device become an account’s on every device only after the payer claims them', async () => {
    const phone = shop.visitor();
    const [other, mine] = [await bought(phone), await bought(phone)];
    const headers = await signIn(phone, 1004);
    expect(await idsOf(phone, headers)).toMatchObject({ of: 'account', earlier: [mine, other] });
    expect((await phone.call(joinOrders, { mine: [mine] }, headers)).value).toEqual({ joined: 1 });
    const laptop = shop.visitor();
    expect((await idsOf(laptop, headers)).orders).toContain(mine);
    expect((await laptop.call(readOrder, { orderId: mine }, headers)).value?.orderId).toBe(mine);
    // The order that was not claimed stays with the device and is offered again.
    expect(await idsOf(phone, headers)).toMatchObject({ earlier: [other] });
    expect(await idsOf(phone)).toEqual({ of: 'device', orders: [other], earlier: [] });
    expect((await phone.call(readOrder, { orderId: mine })).refusal).toBe('order-not-found');
    expect((await laptop.call(readOrder, { orderId: other }, headers)).refusal).toBe('order-not-found');
  });

  it('[ORD-19] an order that two accounts claim at once, each of them twice, is joined to one of them once', async () => {
    const phone = shop.visitor();
    const orderId = await bought(phone);
    const [noura, salem] = [await signIn(phone, 1004), await signIn(phone, 1005)];
    const said = await Promise.all(
      [noura, salem, noura, salem].map((headers) => phone.call(joinOrders, { mine: [orderId] }, headers)),
    );
    expect(said.filter(({ value }) => value?.joined === 1)).toHaveLength(1);
    expect(said.filter(({ value }) => value?.joined === 0)).toHaveLength(3);
    const lists = await Promise.all([noura, salem].map((headers) => idsOf(phone, headers)));
    expect(lists.filter(({ orders }) => orders.includes(orderId))).toHaveLength(1);
    expect(
      await shop.db`select from order_events where order_id = ${orderId} and kind = 'joined'`,
    ).toHaveLength(1);
  });

  it('[ORD-19] orders of a device cannot be claimed from another device or by a visitor', async () => {
    const phone = shop.visitor();
    const orderId = await bought(phone);
    const elsewhere = shop.visitor();
    const headers = await signIn(elsewhere, 1004);
    expect((await elsewhere.call(joinOrders, { mine: [orderId] }, headers)).value).toEqual({ joined: 0 });
    expect((await phone.call(joinOrders, { mine: [orderId] })).refusal).toBe('not-signed-in');
    expect((await idsOf(phone)).orders).toEqual([orderId]);
  });

  it('[ORD-19] a payer’s answer "not mine" about an order holds for this account on this device, not for other accounts or devices', async () => {
    const phone = shop.visitor();
    const orderId = await bought(phone);
    const [noura, salem] = [await signIn(phone, 1004), await signIn(phone, 1005)];
    expect((await phone.call(joinOrders, { mine: [] }, noura)).value).toEqual({ joined: 0 });
    await phone.call(joinOrders, { mine: [] }, noura);
    const later = await bought(phone);
    expect((await idsOf(phone, noura)).earlier).toEqual([]);
    expect((await idsOf(phone, salem)).earlier).toEqual([later, orderId]);
    const laptop = shop.visitor();
    const there = await bought(laptop);
    expect((await idsOf(laptop, noura)).earlier).toEqual([there]);
  });

  it('[ORD-19] [ORD-14] a claimed order keeps its original payer, so a penalty does not move to the account', async () => {
    const phone = shop.visitor();
    const orderId = await bought(phone);
    await phone.call(joinOrders, { mine: [orderId] }, await signIn(phone, 1004));
    expect([...(await shop.db`select payer_account_id as payer from orders where id = ${orderId}`)]).toEqual([
      { payer: null },
    ]);
  });

  it('[ORD-19] a claimed order is shown to an operator as one order, with the account that claimed it in its history', async () => {
    const phone = shop.visitor();
    const orderId = await bought(phone);
    await becomes(shop, orderId, 'delivered');
    await phone.call(joinOrders, { mine: [orderId] }, await signIn(phone, 1004));
    const { out } = await runOps(shop, 'order', 'story', orderNumber(orderId));
    expect(out.split(orderId)).toHaveLength(2);
    expect(out).toContain('joined');
    expect(out).toContain('{"accountId":1004}');
  });
});

describe('the orders of an account', () => {
  it('[ORD-19] orders of an account are listed newest first, page by page, each exactly once', async () => {
    const phone = shop.visitor();
    const headers = await signIn(phone, 1006);
    const made: OrderId[] = [];
    for (let nth = 0; nth < ORDERS_PAGE_MAX + 3; nth += 1) made.unshift(await bought(phone, headers));
    const first = (await shop.visitor().call(listOrders, ANY, headers)).value;
    expect(first?.hasOlder).toBe(true);
    const before = first?.orders.at(-1)?.orderId ?? null;
    const second = (await shop.visitor().call(listOrders, { ...ANY, before }, headers)).value;
    expect(second?.hasOlder).toBe(false);
    const ids = [...(first?.orders ?? []), ...(second?.orders ?? [])].map(({ orderId }) => orderId);
    expect(ids).toEqual(made);
    // The search also finds an order that is not on the first page.
    const last = made.at(-1);
    if (last === undefined) throw new Error('nothing bought');
    const typed = orderNumber(last).slice(3).toLowerCase().replace('-', ' ');
    expect((await idsOf(phone, headers, { number: typed })).orders).toEqual([last]);
    expect((await idsOf(phone, headers, { number: 'JW-0000-00000' })).orders).toEqual([]);
  });

  it('[ORD-19] orders of an account can be filtered by state', async () => {
    const phone = shop.visitor();
    const headers = await signIn(phone, 1002);
    const done = await bought(phone, headers);
    await becomes(shop, done, 'delivered');
    const refused = placed(await phone.buy('do-not-honour', { headers })).orderId;
    expect((await idsOf(phone, headers, { group: 'done' })).orders).toEqual([done]);
    expect((await idsOf(phone, headers, { group: 'not-done' })).orders).toEqual([refused]);
    expect((await idsOf(phone, headers, { group: 'returned' })).orders).toEqual([]);
    expect((await idsOf(phone, headers)).orders).toEqual([refused, done]);
  });
});
