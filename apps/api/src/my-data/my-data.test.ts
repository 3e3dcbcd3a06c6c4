import {
  forgetDevice,
  listRecipientHistory,
  listSavedCards,
  logInWithTicket,
  readMyData,
  readOrder,
  readReport,
  readSignedInAccount,
  requestErasure,
  submitFeedback,
  uploadRecipientHistory,
} from '@jawhara/contract';
import { accountId, orderNumber } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerReport } from '../operator/feedback/feedback.verbs.ts';
import { placed } from '../test/card-payer.ts';
import { deskOf } from '../test/operator-desk.ts';
import { runOps } from '../test/run-ops.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { signed } from '../test/signed.ts';
import type { Visitor } from '../test/visitor.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { FEEDBACK_PER_HOUR: '100' } });
});
afterAll(() => shop.close());

const at = new Date('2026-10-01T00:00:00Z');
const page = { offset: 0, limit: 100 };
const PAID_FOR = [{ accountId: accountId(1003), fillTimes: 4, firstFillAt: at, lastFillAt: at }];

/** A payer with an order, a list of recipients and a report. */
async function payer(headers: Record<string, string> = {}) {
  const visitor = shop.visitor();
  const { orderId } = placed(await visitor.buy('approve', { recipientId: 1003, headers }));
  await visitor.call(uploadRecipientHistory, PAID_FOR, headers);
  const about = {
    topic: null,
    orderNumber: '',
    contact: null,
    model: '',
    version: '',
    pageId: '',
    fileKeys: [],
  };
  await visitor.call(submitFeedback, { content: `كلامي ${orderId.slice(-6)}`, ...about }, headers);
  return { visitor, orderId };
}
const dataOf = async (visitor: Visitor, headers: Record<string, string> = {}) =>
  JSON.parse((await visitor.call(readMyData, {}, headers)).value?.file ?? '{}') as Record<string, unknown>;
const signedIn = async (visitor: Visitor, id: number) => {
  const { value } = await visitor.call(logInWithTicket, { ticket: await shop.ticket(id) });
  return { 'x-session-key': value?.sessionKey ?? '' };
};

describe('a payer’s data', () => {
  it('a payer’s data contains the orders, recipients and reports of their device, and nothing of another device', async () => {
    const { visitor, orderId } = await payer();
    const other = await payer();
    const data = await dataOf(visitor);
    expect(data).toMatchObject({
      account: null,
      orders: [{ number: orderNumber(orderId), for: '8841206', price: '$9.99', gems: 1060, agreed_to: null }],
      recharged: [{ id: '8841206', times: 4 }],
      reports: [{ text: `كلامي ${orderId.slice(-6)}` }],
    });
    const text = JSON.stringify(data);
    expect(text).not.toContain(orderNumber(other.orderId));
    expect(text).not.toContain(other.orderId.slice(-6));
    expect(await dataOf(shop.visitor())).toMatchObject({
      orders: [],
      recharged: [],
      saved_cards: [],
      reports: [],
    });
  });

  it('a payer’s data contains the time when they requested a refund of an order', async () => {
    const { visitor, orderId } = await payer();
    const wishedAt = new Date('2026-11-02T10:00:00Z');
    expect(await dataOf(visitor)).toMatchObject({ orders: [{ asked_for_refund_at: null }] });
    await shop.db`update orders set refund_wished_at = ${wishedAt} where id = ${orderId}`;
    expect(await dataOf(visitor)).toMatchObject({
      orders: [{ asked_for_refund_at: wishedAt.toISOString() }],
    });
  });

  it('an account’s data on another device contains its own orders, but no orders of other payers on its first device', async () => {
    const first = shop.visitor();
    const headers = await signedIn(first, 1004);
    const mine = placed(await first.buy('approve', { recipientId: 1003, headers })).orderId;
    const theirs = placed(await first.buy('approve', { recipientId: 1003 })).orderId;
    const elsewhere = shop.visitor();
    const data = await dataOf(elsewhere, await signedIn(elsewhere, 1004));
    expect(data).toMatchObject({
      account: { id: expect.any(String) },
      sessions: [
        { browser: null, system: null, signed_in_by: 'ticket', signed_in_at: expect.any(String) },
        { signed_in_by: 'ticket', last_used_at: expect.any(String) },
      ],
      orders: [{ number: orderNumber(mine) }],
    });
    expect(JSON.stringify(data)).not.toContain(orderNumber(theirs));
    expect(await dataOf(elsewhere)).toMatchObject({ account: null, sessions: [], orders: [] });
  });
});

const erasureOf = async (visitor: Visitor, headers: Record<string, string> = {}) =>
  (await visitor.call(requestErasure, {}, headers)).value?.reportNumber ?? '';

describe('an erasure request', () => {
  it('an erasure request is stored once and due in thirty days, and its sender can read its state', async () => {
    const visitor = shop.visitor();
    const number = (await visitor.call(requestErasure, {})).value?.reportNumber ?? '';
    expect((await visitor.call(requestErasure, {})).value?.reportNumber).toBe(number);
    const { out } = await runOps(shop, 'feedback', 'list');
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(out.split('\n').find((line) => line.includes(number))).toContain(day);
    expect((await visitor.call(readReport, { reportNumber: number })).value).toMatchObject({ state: 'open' });
  });

  it('an erasure request after the answer to an earlier one is a new request, with its own number and date', async () => {
    const visitor = shop.visitor();
    const first = await erasureOf(visitor);
    const done = { number: first, text: 'Everything was erased.' };
    expect(await answerReport(deskOf(shop), signed(), done)).toMatchObject({ kind: 'done' });
    await shop.db`
      update feedback_reports set created_at = created_at - interval '1 year', due_at = due_at - interval '1 year'
      where number = ${first}`;
    const second = await erasureOf(visitor);
    expect(second).not.toBe(first);
    expect(await erasureOf(visitor)).toBe(second);
    const reports = await shop.db`
      select state, due_at > now() as "isDueLater" from feedback_reports where number = any(${[first, second]})
      order by created_at`;
    expect([...reports]).toEqual([
      { state: 'answered', isDueLater: false },
      { state: 'open', isDueLater: true },
    ]);
    await answerReport(deskOf(shop), signed(), { ...done, number: second });
    expect([first, second]).not.toContain(await erasureOf(visitor));
  });

  it('of two erasure requests at the same moment one is stored, also after an earlier request was answered', async () => {
    const visitor = shop.visitor();
    await visitor.call(readMyData, {});
    const twice = async () => new Set(await Promise.all([erasureOf(visitor), erasureOf(visitor)]));
    const [first = '', ...more] = await twice();
    expect(more).toEqual([]);
    await answerReport(deskOf(shop), signed(), { number: first, text: 'Done.' });
    expect((await twice()).size).toBe(1);
  });

  it('two accounts and a visitor on one device can each make an erasure request of their own', async () => {
    const visitor = shop.visitor();
    const [first, second] = [await signedIn(visitor, 1004), await signedIn(visitor, 1005)];
    const numbers = [
      await erasureOf(visitor, first),
      await erasureOf(visitor, second),
      await erasureOf(visitor),
    ];
    expect(new Set(numbers).size).toBe(3);
    expect(await erasureOf(visitor, first)).toBe(numbers[0]);
  });
});

describe('too many erasure requests', () => {
  it('erasure requests from one address are limited per hour', async () => {
    const guarded = await openShop({ env: { FEEDBACK_PER_HOUR: '2' } });
    const ends = [];
    for (let n = 0; n < 3; n += 1) ends.push((await guarded.visitor().call(requestErasure, {})).refusal);
    await guarded.close();
    expect(ends).toEqual([null, null, 'too-many-tries']);
  });
});

describe('clearing a device', () => {
  it('clearing a device removes its recipients, cards, login and cookie, and the paid order stays stored', async () => {
    const { visitor, orderId } = await payer();
    const headers = await signedIn(visitor, 1005);
    const { headers: answerHeaders } = await visitor.call(forgetDevice, {}, headers);
    expect(answerHeaders.getSetCookie()).toEqual([
      expect.stringMatching(/^jawhara_device=; Max-Age=0; Path=\/; HttpOnly/),
    ]);
    expect((await visitor.call(readSignedInAccount, {}, headers)).refusal).toBe('not-signed-in');
    expect((await visitor.call(listRecipientHistory, page)).value).toEqual([]);
    expect((await visitor.call(listSavedCards, {})).value).toEqual([]);
    expect((await visitor.call(readOrder, { orderId })).refusal).toBe('order-not-found');
    const rows =
      await shop.db`select from recipient_history where payer like 'device:%' and recipient_account_id = 1003
      and payer in (select 'device:' || payer_device from orders where id = ${orderId})`;
    expect(rows).toHaveLength(0);
    expect(await shop.db`select from orders where id = ${orderId} and state = 'delivered'`).toHaveLength(1);
  });

  it('clearing a device deletes the device’s own saved cards, also at their provider, and the cards of accounts stay', async () => {
    const visitor = shop.visitor();
    const insert = (device: string, account: number | null) => shop.db`
      insert into saved_cards (id, owner_device, owner_account_id, provider, source_id, fingerprint, scheme, last4, bin, expiry,
        recipient_account_id, created_at, last_used_at, state, consent_text, consented_at)
      values (gen_random_uuid(), ${device}, ${account}, 13, ${`src_cleared_${account ?? 'device'}`}, ${`print-${account}`}, 'visa', '4242',
        '424242', '10/30', 1003, now(), now(), 'kept', 'remember-ar-1', now())`;
    const { orderId } = placed(await visitor.buy('approve'));
    const [order] = await shop.db<
      { device: string }[]
    >`select payer_device as device from orders where id = ${orderId}`;
    await insert(order?.device ?? '', null);
    await insert(order?.device ?? '', 1005);
    await visitor.call(forgetDevice, {});
    const remainingCards =
      await shop.db`select source_id from saved_cards where owner_device = ${order?.device ?? ''}`;
    expect(remainingCards.map((row) => row['source_id'])).toEqual(['src_cleared_1005']);
    expect(await shop.db`select why from cards_to_forget where source_id = 'src_cleared_device'`).toEqual([
      { why: 'deleted' },
    ]);
  });
});
