import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCoinPay } from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, type OrderId, type RechargeId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Credentials } from '../../../ops/command.ts';
import { runCommand } from '../../../ops/run-verb.ts';
import { payByAdyen, sealedCard } from '../../../test/adyen-payer.ts';
import { becomes, placed } from '../../../test/card-payer.ts';
import { deskOf, paymentInBooks, soon } from '../../../test/operator-desk.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../../test/shop.ts';
import { inUseOf, testOperatorId } from '../../../test/test-operators.ts';
import { signOffOf } from '../../identity/sign-off.ts';
import { refused } from '../../refusals.ts';
import { VERBS } from '../../verbs.ts';
import { loseOrders, saveEngineLog } from './test/lost-orders.ts';

const GEMS = 1060;

let shop: Shop;
let directory: string;
let from: string;

beforeAll(async () => {
  shop = await openShop();
  directory = await mkdtemp(join(tmpdir(), 'jawhara-rebuild-'));
  from = new Date(Date.now() - 60_000).toISOString();
});
afterAll(async () => {
  await shop.close();
  await rm(directory, { recursive: true, force: true });
});

const credentials: Credentials = {
  openKey: async () => refused('no-key'),
  identify: async ({ why, input }) =>
    signOffOf({ id: testOperatorId('huda'), name: 'huda' }, inUseOf('huda'), { why, input }),
};

async function ops(...argv: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const screen = { print: (line: string) => void lines.push(line), ask: null };
  const code = await runCommand(VERBS, argv, deskOf(shop), { screen, credentials });
  return { code, text: lines.join('\n') };
}

const rebuild = (provider: number, ...more: string[]) =>
  ops(
    'order',
    'rebuild',
    '--provider',
    String(provider),
    '--from',
    from,
    '--why',
    'restored',
    '--yes',
    ...more,
  );

const logPath = (): string => join(directory, `${randomUUID()}.json`);

async function savedLog(): Promise<string> {
  const path = logPath();
  await saveEngineLog(shop, path);
  return path;
}

it('[ORD-30] an order lost by a restore is rebuilt and its gems are credited once, also if the rebuild runs twice', async () => {
  const before = await balanceOf(shop.db, 1001);
  const visitor = shop.visitor();
  const card = { token: await shop.token('approve'), keep: 'ask' as const };
  const press = () =>
    visitor.call(
      createCoinPay,
      {
        rechargeId: 'gems-1060' as RechargeId,
        recipientId: accountId(1001),
        payType: CHECKOUT_COM_CARD,
        card,
      },
      { 'x-request-id': 'pressed-before-the-fire' },
    );
  const { orderId } = placed(await press());
  await becomes(shop, orderId, 'delivered');
  const log = await savedLog();
  await loseOrders(shop, [orderId], { account: 1001, gems: before });
  expect(await orderState(shop.db, orderId)).toBe('missing');

  const dry = await rebuild(13, '--log', log, '--dry-run');
  expect(dry.text).toMatch(/inserted +1\n/);
  expect(await orderState(shop.db, orderId)).toBe('missing');

  expect(await rebuild(13, '--log', log)).toMatchObject({ code: 0 });
  await becomes(shop, orderId, 'delivered');
  expect(await balanceOf(shop.db, 1001)).toBe(before + GEMS);

  const again = await rebuild(13, '--log', log);
  expect(again.text).toMatch(/whole already +1\n/);
  expect(again.text).toMatch(/inserted +0\n/);
  expect(await balanceOf(shop.db, 1001)).toBe(before + GEMS);

  // The payer's page, still open since before the loss, repeats its request.
  expect(placed(await press())).toMatchObject({ orderId, answer: { kind: 'paid' } });
  expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: 999, refunded: 0 });
  expect((await shop.books()).payments.filter(({ reference }) => reference === orderId)).toHaveLength(1);
});

it('[ORD-30] an order refunded before it was lost by a restore is rebuilt as refunded, without gems', async () => {
  const before = await balanceOf(shop.db, 1002);
  const { orderId } = placed(await shop.visitor().buy('approve', { recipientId: 1002 }));
  await becomes(shop, orderId, 'delivered');
  const payment = await paymentInBooks(shop, orderId);
  await shop.control('checkout-com/refund', { paymentId: payment?.id ?? '' });
  await becomes(shop, orderId, 'refunded');
  const log = await savedLog();
  await loseOrders(shop, [orderId], { account: 1002, gems: before });

  expect(await rebuild(13, '--log', log)).toMatchObject({ code: 0 });
  await soon(async () => expect(await orderState(shop.db, orderId)).toBe('refunded'));
  expect(await balanceOf(shop.db, 1002)).toBe(before);
});

/** The webhooks of an order, as Adyen sends them again on request. */
async function adyenWebhooksOf(orderId: OrderId): Promise<string[]> {
  const rows = await shop.db<{ body: string }[]>`select body from notifications where order_id = ${orderId}`;
  return rows.map(({ body }) => body);
}

async function postToAdyen(body: string): Promise<number> {
  const answer = await fetch(`${shop.apiUrl}/webhooks/adyen/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await answer.body?.cancel();
  return answer.status;
}

it('[ORD-30] a lost Adyen order is rebuilt from the engine’s log, and a webhook that came before the rebuild is processed', async () => {
  const before = await balanceOf(shop.db, 1003);
  const { orderId } = placed(
    await payByAdyen(shop.visitor(), await sealedCard(shop, 'approve'), { recipientId: 1003 }),
  );
  await becomes(shop, orderId, 'delivered');
  await soon(async () => expect(await adyenWebhooksOf(orderId)).not.toHaveLength(0));
  const [webhook = ''] = await adyenWebhooksOf(orderId);
  const log = await savedLog();
  await loseOrders(shop, [orderId], { account: 1003, gems: before });
  // A webhook that comes before the rebuild belongs to no known order yet.
  expect(await postToAdyen(webhook)).toBe(200);

  expect(await rebuild(17, '--log', log)).toMatchObject({ code: 0 });
  await becomes(shop, orderId, 'delivered');
  expect(await balanceOf(shop.db, 1003)).toBe(before + GEMS);
  await soon(async () => {
    const rows = await shop.db`
      select from notifications where order_id = ${orderId} and processed_at is not null`;
    expect(rows).not.toHaveLength(0);
  });
  expect((await rebuild(17, '--log', log)).text).toMatch(/inserted +0\n/);
  expect(await balanceOf(shop.db, 1003)).toBe(before + GEMS);
});

it('[ORD-30] without the engine’s log a lost order is not rebuilt, but its reported payment is named', async () => {
  const before = await balanceOf(shop.db, 1004);
  const { orderId } = placed(await shop.visitor().buy('approve', { recipientId: 1004 }));
  await becomes(shop, orderId, 'delivered');
  const payment = await paymentInBooks(shop, orderId);
  const log = await savedLog();
  await loseOrders(shop, [orderId], { account: 1004, gems: before });

  const { code, text } = await rebuild(13);
  expect(code).toBe(0);
  expect(text).toMatch(/not brought back +1\n/);
  expect(text).toContain(payment?.id);
  expect(text).toContain('9.99 USD');
  expect(await orderState(shop.db, orderId)).toBe('missing');

  // The same rebuild with the engine's log brings the order back.
  await rebuild(13, '--log', log);
  await becomes(shop, orderId, 'delivered');
  expect(await balanceOf(shop.db, 1004)).toBe(before + GEMS);
});

it('lost Adyen orders are rebuilt: a bank challenge that was open is open again, and a refused order is refused again', async () => {
  const before = await balanceOf(shop.db, 1006);
  const pay = async (scenario: 'challenge' | 'insufficient-funds') =>
    placed(await payByAdyen(shop.visitor(), await sealedCard(shop, scenario), { recipientId: 1006 })).orderId;
  const [atBank, refusedOrder] = [await pay('challenge'), await pay('insufficient-funds')];
  expect(await orderState(shop.db, atBank)).toBe('awaiting-payer');
  expect(await orderState(shop.db, refusedOrder)).toBe('refused');
  const challengeOf = async () =>
    (await shop.db`select challenge, challenge_way from orders where id = ${atBank}`)[0];
  const question = await challengeOf();
  const log = await savedLog();
  await loseOrders(shop, [atBank, refusedOrder], { account: 1006, gems: before });

  await rebuild(17, '--log', log);
  expect(await orderState(shop.db, atBank)).toBe('awaiting-payer');
  expect(await challengeOf()).toEqual(question);
  expect(await orderState(shop.db, refusedOrder)).toBe('refused');
  const again = await rebuild(17, '--log', log);
  expect(again.text).toMatch(/inserted +0\n/);
  expect(again.text).toMatch(/booked as reported +0\n/);
  expect(await balanceOf(shop.db, 1006)).toBe(before);
});

it('an order that lacks its payment after a restore gets its attempt from the engine’s log, and is delivered', async () => {
  const before = await balanceOf(shop.db, 1005);
  const { orderId } = placed(
    await payByAdyen(shop.visitor(), await sealedCard(shop, 'approve'), { recipientId: 1005 }),
  );
  await becomes(shop, orderId, 'delivered');
  const log = await savedLog();
  const [row] = await shop.db`select * from orders where id = ${orderId}`;
  await loseOrders(shop, [orderId], { account: 1005, gems: before });
  await shop.db`insert into orders ${shop.db({ ...row, state: 'created', credited_at: null })}`;

  expect((await rebuild(17, '--log', log)).text).toMatch(/attempts added +1\n/);
  await becomes(shop, orderId, 'delivered');
  expect(await balanceOf(shop.db, 1005)).toBe(before + GEMS);
});

it('rebuilding orders refuses an unreadable or future time, a file that is no engine log, and an unknown provider', async () => {
  const path = logPath();
  await writeFile(path, '{"rows":[{"order_id":1}]}');
  expect((await rebuild(13, '--log', path)).text).toContain('no saved log of the engine');
  expect((await rebuild(13, '--log', join(directory, 'none'))).text).toContain('cannot be read');
  expect((await rebuild(99)).text).toContain('No report of this provider');
  const early = ['order', 'rebuild', '--provider', '13', '--why', 'w', '--yes', '--from'];
  expect((await ops(...early, '2026-11-14')).text).toContain('no time of the past');
  expect((await ops(...early, '2999-01-01T00:00:00Z')).text).toContain('no time of the past');
});
