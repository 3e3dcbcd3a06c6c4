import { randomUUID } from 'node:crypto';
import {
  createFinePay,
  createFinePayByPayerMax,
  ERROR_CATALOGUE,
  readFine,
  type RefusalKind,
} from '@jawhara/contract';
import { accountId, usdCents, type DisplayId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placed } from '../test/card-payer.ts';
import { bannedAccount, fineOf, payFine } from '../test/fine-payer.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
let nowMs = Date.now();
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(nowMs) });
});
afterAll(() => shop.close());

const DAY_MS = 24 * 3_600_000;
const until = new Date('2099-01-02T03:04:05Z');

const wire = {
  uid: 2001,
  amount: '20.00',
  pay_type: 23,
  platform_data: JSON.stringify({ token: 'tok_whatever_it_is' }),
};

async function ask(
  path: string,
  method: 'GET' | 'POST',
  fields: Record<string, unknown>,
  headers: Record<string, string> = { 'x-request-id': randomUUID() },
): Promise<{ status: number; result: number }> {
  const query = new URLSearchParams(fields as Record<string, string>).toString();
  const response = await fetch(`${shop.apiUrl}${path}${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: JSON.stringify(fields) } : {}),
  });
  const { result } = (await response.json()) as { result: number };
  return { status: response.status, result };
}

const resultOf = (refusal: RefusalKind) => ERROR_CATALOGUE[refusal].result;

describe('the amount of a fine', () => {
  it('[FIN-02] [FIN-04] the fine doubles with each ban, and is shown with the previous and the next amount and a quote', async () => {
    const fine = await fineOf(shop.visitor(), '7719042');
    expect(fine.account).toMatchObject({ accountId: 2001, nickname: 'فهد' });
    expect(fine.standing).toMatchObject({
      kind: 'fine',
      amountUsdCents: 2000,
      previousUsdCents: 1000,
      nextUsdCents: 4000,
      afterNextUsdCents: 8000,
      refundBanCount: 1,
    });
    expect(fine.quote).toMatchObject({ amountUsdCents: 2000, goodUntil: new Date(nowMs + 15 * 60_000) });
    for (const [count, amountUsdCents] of [
      [0, 1000],
      [2, 4000],
      [3, 8000],
      // No cap unless the operator sets one.
      [4, 16_000],
      [9, 512_000],
    ] as const) {
      const { displayId } = await bannedAccount(shop.db, { count });
      expect((await fineOf(shop.visitor(), displayId)).standing).toMatchObject({ amountUsdCents });
    }
  });

  it('[FIN-03] a permanent ban and a ban of another kind are shown, and no fine can be paid for them', async () => {
    const visitor = shop.visitor();
    expect(await fineOf(visitor, '7719048')).toMatchObject({ standing: { kind: 'permanent' }, quote: null });
    const other = await bannedAccount(shop.db, { kind: 'other', until });
    expect(await fineOf(visitor, other.displayId)).toMatchObject({
      standing: { kind: 'none', until },
      quote: null,
    });
    const dated = await bannedAccount(shop.db, { until });
    expect((await fineOf(visitor, dated.displayId)).standing).toMatchObject({ kind: 'fine', until });
    expect((await payFine(shop, visitor, 2007)).refusal).toBe('fine-permanent');
    expect((await payFine(shop, visitor, other.id)).refusal).toBe('fine-none');
  });

  it('an account that is not banned, or whose ban is over, has no fine to pay', async () => {
    const visitor = shop.visitor();
    expect((await fineOf(visitor, '5048213')).standing).toEqual({ kind: 'none', until: null });
    expect((await payFine(shop, visitor, 1001)).refusal).toBe('fine-none');
    // The status was set by hand; the ban's row still exists.
    const lifted = await bannedAccount(shop.db);
    await shop.db`update accounts set status = 'normal' where id = ${lifted.id}`;
    expect((await payFine(shop, visitor, lifted.id)).refusal).toBe('fine-none');
    const over = await bannedAccount(shop.db, { until: new Date(nowMs - DAY_MS) });
    expect((await fineOf(visitor, over.displayId)).standing).toEqual({ kind: 'none', until: null });
    expect((await payFine(shop, visitor, over.id)).refusal).toBe('fine-none');
  });

  it.each([
    [2002, '7719043', 'deactivated'],
    [2003, '7719044', 'being-cancelled'],
    [2004, '7719045', 'guest'],
    [2005, '7719046', 'ludo-account'],
    [2006, '7719047', 'source-mismatch'],
    [999_999, '99999999', 'not-found'],
  ])('a fine for the account %i is refused: %s', async (account, displayId, refusal) => {
    const visitor = shop.visitor();
    expect(await visitor.call(readFine, { displayId: displayId as DisplayId })).toMatchObject({ refusal });
    expect((await payFine(shop, visitor, account)).refusal).toBe(refusal);
    const byDisplayId = { account: { displayId: displayId as DisplayId } };
    expect((await payFine(shop, visitor, account, byDisplayId)).refusal).toBe(refusal);
  });

  it('[FIN-04] a request for a fine with a missing or malformed account id is refused', async () => {
    for (const fields of [{}, { id: '' }, { id: 'abc' }, { id: '1234' }, { id: '1'.repeat(30) }])
      expect(await ask(readFine.path, 'GET', fields)).toEqual({ status: 400, result: resultOf('malformed') });
  });
});

describe('a fine amount that changed between showing and paying', () => {
  it('[FIN-03] a fine request with an outdated amount or an outdated quote is refused, and nothing is charged', async () => {
    const visitor = shop.visitor();
    const { id, displayId } = await bannedAccount(shop.db);
    const { quote } = await fineOf(visitor, displayId);
    const before = (await shop.books()).payments.length;
    await shop.db`update bans set earlier_refund_bans = 2 where account_id = ${id}`;
    expect((await payFine(shop, visitor, id, { shown: { quoteId: quote?.id ?? '' } })).refusal).toBe(
      'fine-changed',
    );
    expect((await payFine(shop, visitor, id)).refusal).toBe('fine-changed');
    expect((await payFine(shop, visitor, id, { shown: { amountUsdCents: usdCents(1) } })).refusal).toBe(
      'fine-changed',
    );
    expect((await shop.books()).payments).toHaveLength(before);
    expect(await shop.db`select from orders where recipient_account_id = ${id}`).toHaveLength(0);

    const fresh = await fineOf(visitor, displayId);
    const shown = { quoteId: fresh.quote?.id ?? '' };
    const { orderId } = placed(await payFine(shop, visitor, id, { account: { displayId }, shown }));
    const [order] = await shop.db`select price_usd_cents, gems, purpose from orders where id = ${orderId}`;
    expect(order).toEqual({ price_usd_cents: 4000, gems: 0, purpose: 'fine' });
  });

  it('[FIN-03] a fine with an expired, forged or another account’s quote is refused as changed', async () => {
    const visitor = shop.visitor();
    const mine = await bannedAccount(shop.db);
    const theirs = await bannedAccount(shop.db);
    const quoteId = (await fineOf(visitor, mine.displayId)).quote?.id ?? '';
    const theirQuoteId = (await fineOf(visitor, theirs.displayId)).quote?.id ?? '';
    const by = (id: string) => payFine(shop, visitor, mine.id, { shown: { quoteId: id } });
    expect((await by(theirQuoteId)).refusal).toBe('fine-changed');
    expect((await by(`x${quoteId}`)).refusal).toBe('fine-changed');
    nowMs += 15 * 60_000;
    expect((await by(quoteId)).refusal).toBe('fine-changed');
    nowMs -= 1;
    expect(placed(await by(quoteId)).answer).toEqual({ kind: 'paid' });
  });
});

describe('paying a fine', () => {
  it('[FIN-04 in part] a fine through PayerMax is refused in a deployment without PayerMax', async () => {
    const { id } = await bannedAccount(shop.db);
    const request = {
      account: { accountId: accountId(id) },
      shown: { amountUsdCents: usdCents(2000) },
      card: { token: await shop.token('approve') },
    };
    const visitor = shop.visitor();
    const headers = () => ({ 'x-request-id': randomUUID() });
    // Pay type 23, the card of Checkout.com, is offered, but PayerMax does not take it.
    for (const payType of [24, 25, 31, 23] as const)
      expect((await visitor.call(createFinePayByPayerMax, { ...request, payType }, headers())).refusal).toBe(
        'pay-type-not-offered',
      );
    for (const payType of [24, 26, 27, 2528] as const)
      expect((await visitor.call(createFinePay, { ...request, payType }, headers())).refusal).toBe(
        'pay-type-not-offered',
      );
  });

  it.each([createFinePay, createFinePayByPayerMax])(
    '[FIN-04] the fine payment call $path answers to GET and POST',
    async (call) => {
      const none = { ...wire, uid: 1001, mock: '1', uuid: 'abc', source: 1 };
      for (const method of ['GET', 'POST'] as const)
        expect(await ask(call.path, method, none)).toEqual({ status: 200, result: resultOf('fine-none') });
    },
  );

  it.each([createFinePay, createFinePayByPayerMax])(
    'the fine payment call $path is refused without a valid request id',
    async (call) => {
      for (const headers of [{}, { 'x-request-id': 'short' }] as Record<string, string>[])
        expect(await ask(call.path, 'POST', wire, headers)).toEqual({
          status: 400,
          result: resultOf('request-id-missing'),
        });
    },
  );

  it.each([
    ['no account', { ...wire, uid: undefined }],
    ['two accounts', { ...wire, id: '7719042' }],
    ['no amount', { ...wire, amount: undefined }],
    ['an amount and a quote', { ...wire, quote_id: 'abc.def' }],
    ['a negative amount', { ...wire, amount: '-20' }],
    ['an amount as a number', { ...wire, amount: 20 }],
    ['a malformed quote', { ...wire, amount: undefined, quote_id: 'abc' }],
    ['a list as its account', { ...wire, uid: [2001] }],
    ['no card', { ...wire, platform_data: '{}' }],
    ['two cards', { ...wire, source_id: 'src_abcdef' }],
    ['data that is not JSON', { ...wire, platform_data: 'tok' }],
    ['no payment method', { ...wire, pay_type: undefined }],
    ['an unknown payment method', { ...wire, pay_type: 99 }],
  ])('a fine request with %s is refused as malformed', async (_what, fields) => {
    expect(await ask(createFinePay.path, 'POST', fields)).toEqual({
      status: 400,
      result: resultOf('malformed'),
    });
  });

  it('a fine request with a card number is refused', async () => {
    const platform_data = JSON.stringify({ token: '4242424242424242' });
    expect(await ask(createFinePay.path, 'POST', { ...wire, platform_data })).toEqual({
      status: 400,
      result: resultOf('card-data'),
    });
  });
});

describe('too many tries', () => {
  let guarded: Shop;
  beforeAll(async () => {
    guarded = await openShop({ env: { GUARD_FACTOR: '1', LOOKUPS_PER_MINUTE: '5' } });
  });
  afterAll(() => guarded.close());

  it('[RCP-09] reading fines of many accounts is limited like look-ups of recipients', async () => {
    const visitor = guarded.visitor();
    const ids = ['5048213', '3310457', '8841206', '6127733', '12345', '900700'];
    for (const id of ids.slice(0, 5)) await fineOf(visitor, id);
    const next = await visitor.call(readFine, { displayId: ids[5] as DisplayId });
    expect(next).toMatchObject({ refusal: 'too-many-tries', status: 429 });
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0);
    // An account that was read before can be read again, although the limit is reached.
    await fineOf(visitor, '5048213');
  });

  it('repeated refused cards for a fine are blocked by the same limit as for gem packs', async () => {
    const visitor = guarded.visitor();
    let refused = null;
    for (let n = 0; n < 12 && refused === null; n += 1) {
      const called = await payFine(guarded, visitor, 2001, { scenario: 'do-not-honour' });
      if (called.refusal !== null) refused = called;
    }
    expect(refused).toMatchObject({ refusal: 'too-many-tries', status: 429 });
    expect((await guarded.books()).payments.length).toBeLessThanOrEqual(8);
  });
});
