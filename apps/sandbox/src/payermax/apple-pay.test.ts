import { Script } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScenarioKey } from '../scenarios.ts';
import { BUYER, openTestShop, order, USER, type Data, type TestShop } from '../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

const SITE = 'http://127.0.0.1:4100';

async function session(componentList: readonly string[] = ['APPLEPAY']): Promise<Data> {
  const sessionRequest = { country: 'SA', currency: 'USD', userId: USER, componentList, totalAmount: 4.99 };
  return (await shop.call('applyDropinSession', sessionRequest)).data;
}

/** A call that PayerMax's script makes from the shop's page. */
async function ask(path: string, body: object): Promise<{ code: string; data?: Data }> {
  const answer = await fetch(`${shop.url}/payermax/dropin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SITE },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Awaited<ReturnType<typeof ask>>;
}

async function appleToken(scenario: ScenarioKey): Promise<object> {
  const answer = await fetch(`${shop.url}/apple-pay/token?scenario=${scenario}`);
  return ((await answer.json()) as { paymentData: object }).paymentData;
}

const agreed = async (keys: Data, scenario: ScenarioKey = 'approve') =>
  ask('apple-token', { ...keys, paymentData: await appleToken(scenario) });

function pay({ sessionKey }: Data, paymentToken: unknown) {
  const paymentDetail = { paymentToken, sessionKey, buyerInfo: BUYER };
  return shop.call('orderAndPay', order({ integrate: 'Direct_Payment', paymentDetail }));
}

describe('PayerMax’s Apple Pay button', () => {
  it('PayerMax’s Apple Pay button shows the amount, and its Apple session names the host of the page', async () => {
    const keys = await session();
    expect((await ask('sessions', keys)).data).toMatchObject({
      components: ['APPLEPAY'],
      total: { cents: 499, currency: 'USD' },
    });
    expect((await ask('apple-session', keys)).data).toMatchObject({ domainName: '127.0.0.1:4100' });
  });

  it('PayerMax’s Apple Pay token pays once, and no bank check is requested', async () => {
    const keys = await session();
    const { data } = await agreed(keys, 'challenge');
    expect((await pay(keys, data?.['paymentToken'])).data).toMatchObject({ status: 'SUCCESS' });
    expect(await pay(keys, data?.['paymentToken'])).toMatchObject({ code: 'PARAMS_INVALID' });
    expect(await shop.books()).toMatchObject({ payments: 1, captured: 499 });
  });

  it('PayerMax refuses an Apple Pay token used before, unreadable, or from a card session', async () => {
    const keys = await session();
    const paymentData = await appleToken('approve');
    expect((await ask('apple-token', { ...keys, paymentData })).code).toBe('APPLY_SUCCESS');
    expect((await ask('apple-token', { ...keys, paymentData })).code).toBe('PARAMS_INVALID');
    expect((await ask('apple-token', { ...keys, paymentData: {} })).code).toBe('PARAMS_INVALID');
    const cards = await session(['CARD']);
    expect((await agreed(cards)).code).toBe('PARAMS_INVALID');
    expect((await ask('apple-session', cards)).code).toBe('PARAMS_INVALID');
  });

  it('PayerMax’s Apple Pay button is part of the one script for the page', async () => {
    const script = await (await fetch(`${shop.url}/payermax/dropin/js/pmdropin.min.js`)).text();
    expect(() => new Script(script)).not.toThrow();
    expect(script).toContain('payButtonClick');
  });
});

describe('PayerMax’s wallet page', () => {
  async function opened(): Promise<{ trade: Data; page: string; sessionKey: string; clientKey: string }> {
    const trade = order({ paymentDetail: { paymentMethodType: 'APPLEPAY' } });
    const { data } = await shop.call('orderAndPay', trade);
    const page = String(data['redirectUrl']);
    const html = await (await fetch(page)).text();
    const key = (name: string) => new RegExp(`data-${name}-key="([^"]+)"`).exec(html)?.[1] ?? '';
    expect(html).not.toContain('cc-number');
    return { trade, page, sessionKey: key('session'), clientKey: key('client') };
  }
  const submit = (page: string, fields: Record<string, string>) =>
    fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

  it('a payment on PayerMax’s wallet page is made with the page’s own button, which leads back to the shop', async () => {
    const { trade, page, sessionKey, clientKey } = await opened();
    const { data } = await agreed({ sessionKey, clientKey });
    const paymentToken = String(data?.['paymentToken']);
    const back = new URL((await submit(page, { sessionKey, paymentToken })).headers.get('location') ?? '');
    expect(back.searchParams.get('status')).toBe('SUCCESS');
    const books = await shop.query(trade);
    expect(books).toMatchObject({
      status: 'SUCCESS',
      paymentDetails: [{ paymentMethodType: 'APPLEPAY', cardInfo: { source: 'APPLEPAY' } }],
    });
  });

  it('PayerMax’s wallet page refuses an invented token, and a payer who leaves it returns with the status CLOSED', async () => {
    const { trade, page, sessionKey } = await opened();
    expect((await submit(page, { sessionKey, paymentToken: 'typed by hand' })).status).toBe(200);
    expect(await shop.query(trade)).toMatchObject({ status: 'PENDING' });
    const back = await submit(`${page}/cancel`, {});
    expect(back.headers.get('location')).toContain('status=CLOSED');
  });
});
