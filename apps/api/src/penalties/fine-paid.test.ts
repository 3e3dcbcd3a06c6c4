import { randomUUID } from 'node:crypto';
import {
  findRecipient,
  listGemPacks,
  readOrder,
  readOrderStatus,
  resolveOrderRequest,
  submitAuthenticationResult,
} from '@jawhara/contract';
import { accountId, usdCents, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cardPayer, cardsOf, placed } from '../test/card-payer.ts';
import { winDispute } from '../test/disputes.ts';
import { banOf, bannedAccount, fineOf, payFine } from '../test/fine-payer.ts';
import { balanceOf, openShop, orderState, type Shop } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

const EXPIRES_AFTER_MS = 4_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    // Late enough that a test closes the provider's look-up before the first scheduled check.
    env: { ORDER_EXPIRES_AFTER_MS: String(EXPIRES_AFTER_MS), ASK_PROVIDER_AFTER_MS: '2000' },
  });
});
afterAll(() => shop.close());

async function becomes(orderId: OrderId, state: string): Promise<void> {
  await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe(state), {
    timeout: PATIENCE_MS,
    interval: 50,
  });
}

async function passTheBank(url: string): Promise<void> {
  const { status } = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ code: 'Checkout1!', answer: 'confirm' }),
  });
  expect(status).toBeLessThan(400);
}

async function challengedUrl(answer: { kind: string; url?: string }): Promise<string> {
  if (!answer.url) throw new Error(`the bank did not ask: ${answer.kind}`);
  return answer.url;
}

async function notificationsAreDone(orderId: OrderId, least: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await shop.db<{ done: boolean }[]>`
        select processed_at is not null as done from notifications where order_id = ${orderId}`;
      expect(rows.length).toBeGreaterThanOrEqual(least);
      expect(rows.every(({ done }) => done)).toBe(true);
    },
    { timeout: PATIENCE_MS, interval: 50 },
  );
}

async function storyOf(orderId: OrderId): Promise<string[]> {
  const rows = await shop.db<{ kind: string }[]>`
    select kind from order_events where order_id = ${orderId} order by id`;
  return rows.map(({ kind }) => kind);
}

describe('a fine that is paid', () => {
  it('[FIN-01] a paid fine lifts the account’s ban, and gems can be bought for the account again', async () => {
    const payer = shop.visitor();
    expect((await payer.buy('approve', { recipientId: 2001 })).refusal).toBe('banned');
    const { account, quote } = await fineOf(payer, '7719042');
    const { orderId, answer } = placed(
      await payFine(shop, payer, account.accountId, { shown: { quoteId: quote?.id ?? '' } }),
    );
    expect(answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect((await payer.call(findRecipient, { displayId: account.displayId })).value).toEqual(account);
    expect(await fineOf(payer, '7719042')).toMatchObject({
      standing: { kind: 'none', until: null },
      quote: null,
    });
    expect(placed(await payer.buy('approve', { recipientId: 2001 })).answer).toEqual({ kind: 'paid' });
  });

  it('[FIN-01] a fine whose payment is reported several times lifts the ban once, and credits no gems', async () => {
    const { id } = await bannedAccount(shop.db);
    await shop.control('webhooks', { copies: 3, shuffle: true });
    const payer = shop.visitor();
    const { orderId } = placed(await payFine(shop, payer, id));
    await notificationsAreDone(orderId, 1);
    await shop.control('webhooks', { copies: 1, shuffle: false });
    const lifted = await banOf(shop.db, id);
    expect(lifted).toEqual({ status: 'normal', liftedAt: expect.any(Date) });

    expect(await storyOf(orderId)).toEqual(['created', 'payment-begun', 'paid', 'ban-lifted']);
    const entries = await shop.db`
      select ledger_account, unit, sum(amount)::int as amount from ledger_entries where order_id = ${orderId}
      group by 1, 2 having sum(amount) <> 0 order by 1`;
    expect(entries.map((entry) => ({ ...entry }))).toEqual([
      { ledger_account: 'fines-paid', unit: 'USD', amount: -2000 },
      { ledger_account: 'provider:13', unit: 'USD', amount: 2000 },
    ]);
    expect(await balanceOf(shop.db, id)).toBe(0);
    const mine = (await shop.books()).payments.filter(({ reference }) => reference === orderId);
    expect(mine.map(({ captured }) => captured)).toEqual([2000]);
    expect(await shop.db`select from alerts where order_id = ${orderId}`).toHaveLength(0);
  });

  it('[FIN-01] a paid fine is shown as an order to its payer, and to no other visitor', async () => {
    const { id } = await bannedAccount(shop.db);
    const payer = shop.visitor();
    const { orderId } = placed(await payFine(shop, payer, id));
    expect((await payer.call(readOrder, { orderId })).value).toMatchObject({
      purpose: 'fine',
      rechargeId: null,
      gems: 0,
      priceUsdCents: 2000,
      result: 0,
      creditedAt: expect.any(Date),
    });
    const stranger = shop.visitor();
    expect((await stranger.call(readOrder, { orderId })).refusal).toBe('order-not-found');
    expect((await stranger.call(readOrderStatus, { orderId })).refusal).toBe('order-not-found');
    // A fine is no purchase: the payer still counts as new.
    const list = await payer.call(listGemPacks, { recipientId: accountId(id) });
    expect(list.value).toMatchObject({ isNewPayer: true, isNewAccount: true, isNewDevice: true });
  });

  it('[FIN-01] a fine paid with a bank’s check lifts the ban when the payer returns', async () => {
    const { id } = await bannedAccount(shop.db);
    const payer = shop.visitor();
    const { orderId, answer } = placed(await payFine(shop, payer, id, { scenario: 'challenge' }));
    expect(await banOf(shop.db, id)).toEqual({ status: 'banned', liftedAt: null });
    await passTheBank(await challengedUrl(answer));
    const proven = await payer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(proven.value?.answer).toEqual({ kind: 'paid' });
    expect((await banOf(shop.db, id))?.status).toBe('normal');
  });

  it('[FIN-01] a fine paid after its order expired still lifts the ban, and raises an alert', async () => {
    const { id } = await bannedAccount(shop.db);
    const { orderId, answer } = placed(await payFine(shop, shop.visitor(), id, { scenario: 'challenge' }));
    await becomes(orderId, 'expired');
    expect((await banOf(shop.db, id))?.status).toBe('banned');
    await passTheBank(await challengedUrl(answer));
    await becomes(orderId, 'delivered');
    expect((await banOf(shop.db, id))?.status).toBe('normal');
    expect((await storyOf(orderId)).filter((kind) => kind === 'ban-lifted')).toHaveLength(1);
    const alerts = await shop.db<{ kind: string }[]>`select kind from alerts where order_id = ${orderId}`;
    expect(alerts.map(({ kind }) => kind)).toEqual(['late-confirmation']);
  });

  it('[FIN-01] a fine charged back before it lifted the ban lifts the ban once this dispute is won', async () => {
    const { id } = await bannedAccount(shop.db);
    const { orderId } = placed(await payFine(shop, shop.visitor(), id, { scenario: 'webhook-never' }));
    await shop.control('api', { failRate: 1 });
    const paymentId = await vi.waitFor(
      async () => {
        const { payments } = await shop.books();
        const payment = payments.find(({ reference, captured }) => reference === orderId && captured > 0);
        expect(payment).toBeDefined();
        return payment?.id;
      },
      { timeout: PATIENCE_MS },
    );
    await shop.control('checkout-com/dispute', { paymentId, stage: 'opened' });
    await notificationsAreDone(orderId, 2);
    await shop.control('api', { failRate: 0 });
    await becomes(orderId, 'charged-back');
    expect((await banOf(shop.db, id))?.status).toBe('banned');
    await winDispute(shop, orderId);
    expect((await banOf(shop.db, id))?.status).toBe('normal');
    expect((await storyOf(orderId)).filter((kind) => kind === 'ban-lifted')).toHaveLength(1);
  });

  it('[FIN-01] a fine whose payment answer is lost is looked up, and lifts the ban', async () => {
    const { id } = await bannedAccount(shop.db);
    const { orderId } = placed(await payFine(shop, shop.visitor(), id, { scenario: 'answer-lost' }));
    await becomes(orderId, 'delivered');
    expect((await banOf(shop.db, id))?.status).toBe('normal');
  });
});

describe('a paid fine without a ban to lift', () => {
  it('of two payers who pay the same fine at once, one lifts the ban and the other raises an alert', async () => {
    const { id } = await bannedAccount(shop.db);
    const both = await Promise.all(
      [shop.visitor(), shop.visitor()].map((payer) => payFine(shop, payer, id, { scenario: 'challenge' })),
    );
    const orders = both.map(placed);
    for (const { answer } of orders) await passTheBank(await challengedUrl(answer));
    for (const { orderId } of orders) await becomes(orderId, 'delivered');
    const ids = orders.map(({ orderId }) => orderId);
    const stories = await shop.db<{ kind: string }[]>`
      select kind from order_events where order_id = any(${ids}) and to_state = 'delivered' order by kind`;
    expect(stories.map(({ kind }) => kind)).toEqual(['ban-lifted', 'no-ban-to-lift']);
    expect(
      await shop.db`select from alerts where order_id = any(${ids}) and kind = 'fine-without-ban'`,
    ).toHaveLength(1);
  });

  it.each([
    [
      'a new ban, which costs more, came meanwhile',
      { earlier_refund_bans: 2, since: new Date(Date.now() + 60_000) },
    ],
    ['the ban became permanent', { kind: 'permanent', until: null }],
  ])('a paid fine does not lift the ban because %s, and raises an alert', async (_why, change) => {
    const { id } = await bannedAccount(shop.db);
    const { orderId, answer } = placed(await payFine(shop, shop.visitor(), id, { scenario: 'challenge' }));
    await shop.db`update bans set ${shop.db(change)} where account_id = ${id}`;
    await passTheBank(await challengedUrl(answer));
    await becomes(orderId, 'delivered');
    expect(await banOf(shop.db, id)).toEqual({ status: 'banned', liftedAt: null });
    expect(
      await shop.db`select from alerts where order_id = ${orderId} and kind = 'fine-without-ban'`,
    ).toHaveLength(1);
  });

  it('a paid fine does not reopen an account that was closed meanwhile', async () => {
    const { id } = await bannedAccount(shop.db);
    const { orderId, answer } = placed(await payFine(shop, shop.visitor(), id, { scenario: 'challenge' }));
    await shop.db`update accounts set status = 'deactivated' where id = ${id}`;
    await passTheBank(await challengedUrl(answer));
    await becomes(orderId, 'delivered');
    expect((await banOf(shop.db, id))?.status).toBe('deactivated');
  });
});

describe('a fine that is not paid', () => {
  it('a fine whose payment is refused leaves the ban in force', async () => {
    const { id } = await bannedAccount(shop.db);
    const { orderId, answer } = placed(
      await payFine(shop, shop.visitor(), id, { scenario: 'insufficient-funds' }),
    );
    expect(answer).toEqual({ kind: 'refused', outcome: 'balance' });
    expect(await orderState(shop.db, orderId)).toBe('refused');
    expect(await banOf(shop.db, id)).toEqual({ status: 'banned', liftedAt: null });
  });
});

describe('the same request again', () => {
  it('[ORD-02] a fine request sent again with its request id makes no second order, and is refused with another amount', async () => {
    const { id } = await bannedAccount(shop.db);
    const payer = shop.visitor();
    await payer.call(readOrderStatus, { orderId: randomUUID() as OrderId });
    const sent = { requestId: randomUUID(), card: { token: await shop.token('approve') } };
    const tries = await Promise.all(Array.from({ length: 5 }, () => payFine(shop, payer, id, sent)));
    const [orderId, ...others] = new Set(tries.map((one) => placed(one).orderId));
    expect(others).toEqual([]);
    expect(placed(await payFine(shop, payer, id, sent))).toEqual({ orderId, answer: { kind: 'paid' } });
    expect((await payer.call(resolveOrderRequest, sent)).value).toEqual({ orderId });
    const { payments } = await shop.books();
    expect(payments.filter(({ reference }) => reference === orderId)).toHaveLength(1);

    const other = await payFine(shop, payer, id, { ...sent, shown: { amountUsdCents: usdCents(4000) } });
    expect(other).toMatchObject({ refusal: 'request-id-reused', status: 409 });
    // Request ids are counted per device, so another device's request is a new one, and the fine is paid already.
    expect((await payFine(shop, shop.visitor(), id, sent)).refusal).toBe('fine-none');
  });
});

describe('a saved card', () => {
  it('[ORD-11] a saved card pays a fine, and the order’s status then contains the card’s id', async () => {
    const { id } = await bannedAccount(shop.db);
    const { visitor, card } = await cardPayer(shop);
    const pays = { sourceId: card.sourceId, cvvToken: await shop.cvvToken() };
    const { orderId } = placed(await payFine(shop, visitor, id, { card: pays }));
    expect((await visitor.call(readOrderStatus, { orderId })).value).toMatchObject({
      result: 0,
      sourceId: card.sourceId,
    });
    expect(await cardsOf(visitor)).toHaveLength(1);
  });

  it('[ORD-11] the status of an unpaid fine order does not contain the saved card’s id', async () => {
    const { visitor, card } = await cardPayer(shop, 'expires-when-kept');
    const { id } = await bannedAccount(shop.db);
    const pays = { sourceId: card.sourceId, cvvToken: await shop.cvvToken() };
    const { orderId, answer } = placed(await payFine(shop, visitor, id, { card: pays }));
    expect(answer.kind).toBe('refused');
    expect((await visitor.call(readOrderStatus, { orderId })).value).toMatchObject({
      result: 1,
      sourceId: null,
    });
  });

  it('[CRD-09] a saved card of another payer is refused for a fine', async () => {
    const { id } = await bannedAccount(shop.db);
    const { card } = await cardPayer(shop);
    const pays = { sourceId: card.sourceId, cvvToken: await shop.cvvToken() };
    expect((await payFine(shop, shop.visitor(), id, { card: pays })).refusal).toBe('card-not-found');
    expect((await banOf(shop.db, id))?.status).toBe('banned');
  });
});
