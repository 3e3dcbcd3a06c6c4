import { randomUUID } from 'node:crypto';
import {
  logInWithTicket,
  parse,
  readServerTime,
  resolveOrderRequest,
  wireRepeatQuestion,
  type OrderPlaced,
  type RepeatQuestion,
} from '@jawhara/contract';
import { orderNumber, type OrderId, type PayType } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomes, placed } from '../../test/card-payer.ts';
import { bannedAccount, payFine } from '../../test/fine-payer.ts';
import { openShop, type Called, type Shop, type Visitor } from '../../test/shop.ts';
import { openWalletOrder, agree } from '../../test/wallet-payer.ts';

type Headers = Record<string, string>;
type Buying = NonNullable<Parameters<Visitor['buy']>[1]>;

/** The wallet of Adyen. */
const WALLET: PayType = 26;
const PACKS = [100, 320, 540, 1060, 2200, 3400, 5800, 12000, 26000].map((gems) => `gems-${gems}`);
const REPETITIONS = 50;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Places an order, without confirming a repeat by default. */
const press = (visitor: Visitor, options: Buying = {}): Promise<Called<OrderPlaced>> =>
  visitor.buy('approve', { repeatOf: null, ...options });

const signIn = async (visitor: Visitor, id: number): Promise<Headers> => {
  const { value } = await visitor.call(logInWithTicket, { ticket: await shop.ticket(id) });
  return { 'x-session-key': value?.sessionKey ?? '' };
};

function questionOf({ refusal, data }: Called<unknown>): RepeatQuestion {
  expect(refusal).toBe('repeat-purchase');
  const question = parse(wireRepeatQuestion, data);
  if (question.kind === 'malformed') throw new Error(`a question malformed at ${question.where}`);
  return question.value;
}

async function countOrders(recipientId: number, rechargeId: string, since: Date): Promise<number> {
  const rows = await shop.db`
    select from orders
    where recipient_account_id = ${recipientId} and recharge_id = ${rechargeId} and created_at >= ${since}`;
  return rows.length;
}

async function letMinutesPass(orderId: OrderId, minutes: number): Promise<void> {
  const time = shop.db`${minutes} * interval '1 minute'`;
  await shop.db`
    update orders set moved_at = moved_at - ${time}, credited_at = credited_at - ${time}, wallet_token_at = wallet_token_at - ${time}
    where id = ${orderId}`;
}

async function newDevice(): Promise<Visitor> {
  const visitor = shop.visitor();
  await visitor.call(readServerTime, {});
  return visitor;
}

type Press = (repeatOf?: OrderId) => Promise<Called<OrderPlaced>>;

/**
 * Two presses in the same second: one places an order, the other is answered with the repeat-purchase question about it. After
 * the payer confirms there are two orders.
 */
async function inTheSameSecond(
  [first, second]: readonly [Press, Press],
  count: () => Promise<number>,
): Promise<RepeatQuestion> {
  const both = await Promise.all([first(), second()]);
  const orders = both.flatMap(({ value }) => value ?? []);
  const questioned = both.filter(({ refusal }) => refusal !== null);
  expect([orders.length, questioned.length]).toEqual([1, 1]);
  const [refused] = questioned;
  if (refused === undefined) throw new Error('nothing was asked');
  const question = questionOf(refused);
  expect(question.order?.orderId).toBe(orders[0]?.orderId);
  expect(await count()).toBe(1);
  placed(await second(question.repeatOf));
  expect(await count()).toBe(2);
  return question;
}

describe('the same purchase in the same second', () => {
  it(`[ORD-20] two tabs buy at once, ${REPETITIONS} times: one order is placed, the other after a confirmation only`, async () => {
    for (let nth = 0; nth < REPETITIONS; nth += 1) {
      const [device, since] = [await newDevice(), new Date()];
      const tab: Press = (repeatOf) => press(device, { repeatOf: repeatOf ?? null });
      const question = await inTheSameSecond([tab, tab], async () => {
        const rows = await shop.db`
          select from orders o join order_requests r on r.order_id = o.id
          where o.recipient_account_id = 1001 and o.created_at >= ${since}`;
        return rows.length;
      });
      expect(question.from).toBe('device');
    }
  });

  it(`[ORD-20] two devices of an account buy at once, ${REPETITIONS} times: one order is placed, the other needs a confirmation`, async () => {
    const [phone, laptop] = [shop.visitor(), shop.visitor()];
    const [onPhone, onLaptop] = [await signIn(phone, 1004), await signIn(laptop, 1004)];
    for (let nth = 0; nth < REPETITIONS; nth += 1) {
      const [recipientId, rechargeId] = [1001 + (nth % 6), PACKS[Math.floor(nth / 6)] ?? ''];
      const since = new Date();
      const goods = { recipientId, rechargeId };
      const question = await inTheSameSecond(
        [
          (repeatOf) => press(phone, { ...goods, headers: onPhone, repeatOf: repeatOf ?? null }),
          (repeatOf) => press(laptop, { ...goods, headers: onLaptop, repeatOf: repeatOf ?? null }),
        ],
        () => countOrders(recipientId, rechargeId, since),
      );
      expect(question.from).toBe('account');
    }
  });
});

describe('the repeat-purchase question', () => {
  it('[ORD-20] the repeat-purchase question shows recipient, gem pack and state of the earlier order', async () => {
    const payer = shop.visitor();
    const paid = placed(await press(payer));
    await becomes(shop, paid.orderId, 'delivered');
    const { order, from, repeatOf } = questionOf(await press(payer));
    expect({ from, repeatOf }).toEqual({ from: 'device', repeatOf: paid.orderId });
    expect(order).toMatchObject({
      orderId: paid.orderId,
      gems: 1060,
      priceUsdCents: 999,
      state: 'delivered',
      recipient: { accountId: 1001, nickname: 'نورة 🌙' },
    });
    expect(orderNumber(paid.orderId)).toMatch(/^JW-/);
    const open = placed(await payer.buy('challenge', { repeatOf: null, recipientId: 1002 }));
    expect(questionOf(await press(payer, { recipientId: 1002 })).order).toMatchObject({
      orderId: open.orderId,
      state: 'awaiting-payer',
    });
  });

  it('[ORD-20] there is no repeat-purchase question for another pack, recipient or payer, after a refusal or after ten minutes', async () => {
    const payer = shop.visitor();
    const { orderId } = placed(await press(payer));
    await becomes(shop, orderId, 'delivered');
    placed(await press(payer, { rechargeId: 'gems-540' }));
    placed(await press(payer, { recipientId: 1003 }));
    placed(await press(shop.visitor()));
    placed(await payer.buy('insufficient-funds', { repeatOf: null, recipientId: 1005 }));
    placed(await press(payer, { recipientId: 1005 }));
    await letMinutesPass(orderId, 9);
    questionOf(await press(payer));
    await letMinutesPass(orderId, 1);
    placed(await press(payer));
  });

  it('[ORD-20] a request answered with the repeat-purchase question stays refused, and its card pays once under a new request id', async () => {
    const payer = shop.visitor();
    const requestId = randomUUID();
    const first = placed(await press(payer, { requestId, token: await shop.token('approve') }));
    const questioned = randomUUID();
    const token = await shop.token('approve');
    questionOf(await press(payer, { requestId: questioned, token }));
    questionOf(await press(payer, { requestId: questioned, token }));
    expect((await payer.call(resolveOrderRequest, { requestId })).value).toEqual({ orderId: first.orderId });
    // The refused request did not use its card up: the card pays under a new request, once.
    const yes = { token, requestId: randomUUID(), repeatOf: first.orderId };
    const both = await Promise.all([press(payer, yes), press(payer, yes)]);
    expect(new Set(both.map((called) => placed(called).orderId)).size).toBe(1);
  });

  it('[ORD-20] a payer who confirmed a repeat purchase gets the question again at the next purchase, about the newest order', async () => {
    const payer = shop.visitor();
    const first = placed(await press(payer));
    const { repeatOf } = questionOf(await press(payer));
    const second = placed(await press(payer, { repeatOf }));
    expect(second.orderId).not.toBe(first.orderId);
    expect(questionOf(await press(payer, { repeatOf })).order?.orderId).toBe(second.orderId);
  });

  it('[ORD-20] [ORD-19] another visitor of a device gets the repeat-purchase question without any detail of the account’s order', async () => {
    const phone = shop.visitor();
    const headers = await signIn(phone, 1005);
    const { orderId } = placed(await press(phone, { headers }));
    const questioned = questionOf(await press(phone));
    expect(questioned).toMatchObject({ order: null, from: 'device' });
    expect(JSON.stringify(questioned)).not.toContain(orderId);
    expect(questionOf(await press(phone, { headers })).order?.orderId).toBe(orderId);
    placed(await press(phone, { repeatOf: questioned.repeatOf }));
  });

  it('[ORD-20] an account that buys the same on another device gets the repeat-purchase question about the order of the first', async () => {
    const [phone, laptop] = [shop.visitor(), shop.visitor()];
    const { orderId } = placed(await press(phone, { headers: await signIn(phone, 1006) }));
    const questioned = questionOf(await press(laptop, { headers: await signIn(laptop, 1006) }));
    expect(questioned).toMatchObject({ from: 'account', order: { orderId } });
  });

  it('[ORD-20] a payer who pays the same fine twice gets no repeat-purchase question', async () => {
    const payer = shop.visitor();
    const { id } = await bannedAccount(shop.db);
    const [one, two] = [
      placed(await payFine(shop, payer, id, { scenario: 'challenge' })),
      placed(await payFine(shop, payer, id, { scenario: 'challenge' })),
    ];
    expect(one.orderId).not.toBe(two.orderId);
  });
});

describe('a wallet and the same purchase', () => {
  const openOrder = async (payer: Visitor, repeatOf: OrderId | null = null): Promise<OrderId> =>
    placed(await openWalletOrder(payer, WALLET, { repeatOf })).orderId;

  it('[ORD-20] orders opened by a wallet sheet and left unpaid cause no repeat-purchase question', async () => {
    const payer = shop.visitor();
    await openOrder(payer);
    await openOrder(payer);
    placed(await press(payer));
  });

  it('[ORD-20] a wallet payment for a pack bought meanwhile gets the repeat-purchase question, and the sheet’s order stays unpaid', async () => {
    const payer = shop.visitor();
    const inSheet = await openOrder(payer);
    const { orderId } = placed(await press(payer));
    const questioned = questionOf(await agree(shop, payer, inSheet));
    expect(questioned.order?.orderId).toBe(orderId);
    expect([...(await shop.db`select state from orders where id = ${inSheet}`)]).toEqual([
      { state: 'created' },
    ]);
    expect((await agree(shop, payer, await openOrder(payer, questioned.repeatOf))).value).toEqual({
      kind: 'paid',
    });
  });

  it('[ORD-20] of two wallet sheets authorised at once one pays and one gets the repeat-purchase question; a repeated token pays once', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      const payer = await newDevice();
      const sheets = [await openOrder(payer), await openOrder(payer)];
      const both = await Promise.all(sheets.map((orderId) => agree(shop, payer, orderId)));
      expect(both.filter(({ value }) => value?.kind === 'paid')).toHaveLength(1);
      const questioned = both.filter(({ refusal }) => refusal !== null);
      expect(questioned.map(({ refusal }) => refusal)).toEqual(['repeat-purchase']);
      const paid = sheets[both.findIndex(({ value }) => value !== null)];
      if (paid === undefined) throw new Error('nothing was paid');
      expect((await agree(shop, payer, paid)).value).toEqual({ kind: 'paid' });
    }
  });
});
