import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveredOrder, deskOf, lastRecord, paymentInBooks, refusesWith } from '../../test/operator-desk.ts';
import { runOps } from '../../test/run-ops.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { placed } from '../../test/card-payer.ts';
import { isRefused } from '../refusals.ts';
import { findOrders, type TypedTraits } from './find-order.verbs.ts';

const NOTHING: TypedTraits = {
  providerPaymentId: null,
  account: null,
  last4: null,
  state: null,
  from: null,
  before: null,
};

let shop: Shop;
let delivered: OrderId;
let refused: OrderId;
beforeAll(async () => {
  shop = await openShop();
  delivered = await deliveredOrder(shop, 1001);
  refused = placed(await shop.visitor().buy('do-not-honour', { recipientId: 1003 })).orderId;
});
afterAll(() => shop.close());

async function found(traits: Partial<TypedTraits>): Promise<OrderId[]> {
  const answer = await findOrders(deskOf(shop), signed('salma'), { ...NOTHING, ...traits });
  if (isRefused(answer)) throw new Error(answer.because);
  return answer.orders.map(({ id }) => id);
}

const displayIdOf = async (account: number): Promise<string> =>
  (await shop.db`select display_id from accounts where id = ${account}`)[0]?.['display_id'] as string;

const last4Of = async (orderId: OrderId): Promise<string> =>
  (await shop.db`select card_last4 from payments where order_id = ${orderId}`)[0]?.['card_last4'] as string;

describe('ops order find', () => {
  it('an operator finds orders by the provider’s payment id, and the search is recorded', async () => {
    const payment = (await paymentInBooks(shop, delivered))?.id ?? '';
    expect(await found({ providerPaymentId: payment })).toEqual([delivered]);
    expect(await found({ providerPaymentId: `${payment}x` })).toEqual([]);
    expect(await lastRecord(shop)).toMatchObject({
      by: 'salma',
      verb: 'order find',
      subject: `payment:${payment}x`,
    });
  });

  it('an operator finds orders by the recipient’s account, and by the account that claimed the orders as its own', async () => {
    expect(await found({ account: await displayIdOf(1001) })).toEqual([delivered]);
    await shop.db`update orders set joined_account_id = 1004 where id = ${refused}`;
    expect(await found({ account: await displayIdOf(1004) })).toEqual([refused]);
    expect(await found({ account: await displayIdOf(1003) })).toEqual([refused]);
  });

  it('an operator finds orders by the card’s last four digits, which are not recorded', async () => {
    const last4 = await last4Of(delivered);
    expect(await found({ last4 })).toEqual([delivered]);
    expect((await lastRecord(shop))?.subject).toBe('orders:last four');
    expect(await found({ last4: last4 === '0000' ? '0001' : '0000' })).toEqual([]);
  });

  it('an operator finds orders by state and time, newest first; an order must meet all given conditions', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    expect(await found({ from: hourAgo })).toEqual([refused, delivered]);
    expect(await found({ before: hourAgo })).toEqual([]);
    expect(await found({ state: 'delivered' })).toEqual([delivered]);
    expect(await found({ state: 'refused', account: await displayIdOf(1001) })).toEqual([]);
    expect(await found({ state: 'delivered', last4: await last4Of(delivered), from: hourAgo })).toEqual([
      delivered,
    ]);
  });
});

it('a search for orders without a condition or for an unknown account is refused', async () => {
  await refusesWith(shop, 'nothing-to-find-by', async () => {
    const answer = await findOrders(deskOf(shop), signed(), NOTHING);
    return isRefused(answer) ? answer : { kind: 'found' };
  });
  await refusesWith(shop, 'no-such-account', async () => {
    const answer = await findOrders(deskOf(shop), signed(), { ...NOTHING, account: '99999999' });
    return isRefused(answer) ? answer : { kind: 'found' };
  });
});

it('ops order find accepts Arabic digits, and names each option that is wrong', async () => {
  const last4 = await last4Of(delivered);
  const arabic = last4.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
  const ran = await runOps(shop, 'order', 'find', '--last4', arabic, '--state', 'delivered', '--json');
  expect(ran.code).toBe(0);
  expect(ran.out).toContain(delivered);
  expect(JSON.parse(ran.out)).toMatchObject({ kind: 'shown' });
  const wrong = await runOps(
    shop,
    'order',
    'find',
    '--state',
    'lost',
    '--from',
    '2026-02-30',
    '--last4',
    '12',
  );
  expect(wrong.code).toBe(2);
  for (const said of ['--state is one of created', '--from is a day or a minute', '--last4 is four digits'])
    expect(wrong.out).toContain(said);
});
