import {
  ALL_ENDPOINTS,
  ERROR_CATALOGUE,
  readOrder,
  readServerTime,
  readSignedInAccount,
  runBatch,
  uploadRecipientHistory,
} from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../accounts/session-key.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { sendExactly, type ExactAnswer, type ExactRequest } from '../test/send-exactly.ts';
import { openShop, type Shop } from '../test/shop.ts';

const BACKUP = 'backup.jawhara.example';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { BACKUP_DOMAINS: JSON.stringify({ 'jawhara.example': [BACKUP] }) } });
});
afterAll(() => shop.close());

/** Headers of a browser that follows a link on another site. */
const LINK = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  referer: 'https://evil.example/',
};
const JSON_BODY = { 'content-type': 'application/json' };

const list = uploadRecipientHistory.request.write([
  { accountId: accountId(1006), fillTimes: 99, firstFillAt: new Date(), lastFillAt: new Date() },
]) as Record<string, unknown>;
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const query = new URLSearchParams(
  Object.fromEntries(Object.entries(list).map(([name, value]) => [name, asText(value)])),
).toString();
const UPLOAD = uploadRecipientHistory.path;

async function newCookie(): Promise<string> {
  const { cookie } = await sendExactly(`${shop.apiUrl}${readServerTime.path}`);
  if (cookie === null) throw new Error('no cookie was given');
  return cookie;
}

const send = (path: string, cookie: string, { headers, ...more }: ExactRequest): Promise<ExactAnswer> =>
  sendExactly(`${shop.apiUrl}${path}`, { ...more, headers: { cookie, ...headers } });

/** The number of recipients in the payer's own list, read as the payer's own page reads it. */
async function recipientsOf(cookie: string): Promise<number> {
  const { text } = await send('/api/web/recharge_fill_record/', cookie, {
    headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  });
  return (JSON.parse(text) as { data: { list: unknown[] } }).data.list.length;
}

const REFUSED = ERROR_CATALOGUE['from-elsewhere'];
const expectRefused = ({ status, text, setCookie }: ExactAnswer) => {
  expect(status).toBe(REFUSED.httpStatus);
  expect(JSON.parse(text)).toMatchObject({ result: REFUSED.result, data: null });
  expect(setCookie).toEqual([]);
};

type Row = readonly [who: string, request: ExactRequest & { readonly isGet?: boolean }];

describe('[NET-12] a request that sends the payer’s cookie', () => {
  it.each<Row>([
    ['another site’s link', { headers: LINK, isGet: true }],
    [
      'another site’s link in a browser without Sec-Fetch headers',
      { headers: { referer: LINK.referer }, isGet: true },
    ],
    ['another site’s link without a referrer', { headers: { accept: LINK.accept }, isGet: true }],
    ['an address that was typed', { headers: { ...LINK, 'sec-fetch-site': 'none' }, isGet: true }],
    ['a link in a page of the site', { headers: { ...LINK, 'sec-fetch-site': 'same-origin' }, isGet: true }],
    ['a foreign origin', { headers: { ...JSON_BODY, origin: 'https://evil.example' } }],
    ['a page that hides its origin', { headers: { ...JSON_BODY, origin: 'null' } }],
    ['another site’s script', { headers: { ...JSON_BODY, 'sec-fetch-site': 'cross-site' } }],
    [
      'a page of another host of the same domain',
      { headers: { ...JSON_BODY, 'sec-fetch-site': 'same-site', origin: 'https://x.example' } },
    ],
    [
      'another site’s form',
      { headers: { ...LINK, origin: 'https://evil.example', 'content-type': 'text/plain' } },
    ],
  ])(
    '%s changes nothing, although it sends the payer’s cookie',
    async (_who, { isGet = false, headers = {} }) => {
      const cookie = await newCookie();
      expectRefused(
        await (isGet
          ? send(`${UPLOAD}?${query}`, cookie, { headers })
          : send(UPLOAD, cookie, { method: 'POST', headers, body: JSON.stringify(list) })),
      );
      expect(await recipientsOf(cookie)).toBe(0);
    },
  );

  it.each<Row>([
    ['a page of the site', { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } }],
    ['a page of the site in an old browser', { headers: { origin: 'http://127.0.0.1:4200' } }],
    ['a page of the site at a backup domain', { headers: { origin: `http://${BACKUP}` } }],
    [
      'a page at a backup domain that calls another host',
      { headers: { origin: `http://${BACKUP}`, 'sec-fetch-site': 'same-site' } },
    ],
    ['a page of the host it calls', { headers: { origin: 'http://new.example', host: 'new.example' } }],
    ['a client that is not a browser', {}],
  ])('%s can change the payer’s list of recipients', async (_who, { headers }) => {
    const cookie = await newCookie();
    const answer = await send(UPLOAD, cookie, {
      method: 'POST',
      headers: { ...JSON_BODY, ...headers },
      body: JSON.stringify(list),
    });
    expect(JSON.parse(answer.text)).toMatchObject({ result: 0 });
    expect(await recipientsOf(cookie)).toBe(1);
  });

  it('a client that is not a browser may change data by GET, as the specification has it', async () => {
    const cookie = await newCookie();
    expect((await send(`${UPLOAD}?${query}`, cookie, {})).status).toBe(200);
    expect(await recipientsOf(cookie)).toBe(1);
  });

  it('a batch sent by another site is refused, also when its parts say that they come from a page of ours', async () => {
    const cookie = await newCookie();
    const requests = [{ method: 'POST', path: UPLOAD, request_id: 'r1', params: list }];
    const batch = { method: 'POST', body: JSON.stringify({ requests }) };
    expectRefused(
      await send(runBatch.path, cookie, {
        ...batch,
        headers: { ...JSON_BODY, 'sec-fetch-site': 'cross-site' },
      }),
    );
    // A part cannot claim by its own headers that our page sent it.
    const headers = { 'sec-fetch-site': 'same-origin' };
    const claiming = JSON.stringify({ header: headers, requests: [{ ...requests[0], headers }] });
    expectRefused(
      await send(runBatch.path, cookie, {
        ...batch,
        body: claiming,
        headers: { ...JSON_BODY, origin: 'https://evil.example' },
      }),
    );
    expect(await recipientsOf(cookie)).toBe(0);
    const own = { ...JSON_BODY, 'sec-fetch-site': 'same-origin' };
    expect((await send(runBatch.path, cookie, { ...batch, headers: own })).status).toBe(200);
    expect(await recipientsOf(cookie)).toBe(1);
  });
});

describe('[NET-12] every call that changes something', () => {
  const doors = ALL_ENDPOINTS.filter(({ changes }) => changes).flatMap(({ name, path, methods }) =>
    [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].map((method) => [name, method, path] as const),
  );

  it.each(doors)(
    '%s by %s is refused to other sites, by link, by form and by script',
    async (_name, method, path) => {
      const cookie = await newCookie();
      for (const headers of [
        LINK,
        { origin: 'https://evil.example' },
        { ...LINK, 'sec-fetch-site': 'none' },
      ]) {
        const refused = await send(path, cookie, { method, headers });
        expect(refused.status).toBe(REFUSED.httpStatus);
        expect(refused.setCookie).toEqual([]);
      }
    },
  );

  it('a refused request of another site is counted and logged', async () => {
    await send(UPLOAD, await newCookie(), { method: 'POST', headers: { origin: 'https://seen.example' } });
    expect(await shop.app.metrics.text()).toMatch(/guard_refusals_total\{guard="from-elsewhere"\} [1-9]/);
    expect(shop.log()).toContain('https://seen.example');
  });
});

describe('[NET-12] a call that only reads', () => {
  it('a call that only reads is answered to another site as for a guest, and its device cookie is neither read nor set', async () => {
    const visitor = shop.visitor();
    const { value, headers } = await visitor.buy('approve');
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const orderId = value?.orderId ?? '';
    const ask = async (more: Record<string, string>) => {
      const body = JSON.stringify({ order_id: orderId, pay2_order_id: orderId });
      const sent = await send(readOrder.path, cookie, {
        method: 'POST',
        headers: { ...JSON_BODY, ...more },
        body,
      });
      expect(sent.setCookie).toEqual([]);
      return (JSON.parse(sent.text) as { result: number }).result;
    };
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(0);
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(ERROR_CATALOGUE['order-not-found'].result);
    const led = await send(readServerTime.path, '', { headers: LINK });
    expect([led.status, led.setCookie]).toEqual([200, []]);
  });

  it('following a link with a session key does not store the visitor’s device with that account', async () => {
    const sessions = { db: shop.db, now: systemClock, chance: systemChance };
    const key = await openSession(sessions, accountId(1003), 'app');
    const cookie = await newCookie();
    const ties = async () => (await shop.db`select from account_devices where account_id = 1003`).length;
    for (const site of ['cross-site', 'none', 'same-origin']) {
      const headers = { ...LINK, 'sec-fetch-site': site };
      await send(`${readSignedInAccount.path}?session_key=${key}`, cookie, { headers });
      expect(await ties()).toBe(0);
    }
    await send(readSignedInAccount.path, cookie, {
      headers: { 'x-session-key': key, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    });
    expect(await ties()).toBe(1);
  });
});

/** Served routes outside the contract, which the origin guard does not check, each with the reason. */
const EXEMPT = {
  '/webhooks/checkout-com/': 'believed by its signature; reads no cookie',
  '/webhooks/adyen/': 'believed by its signature; reads no cookie',
  '/webhooks/payermax/': 'believed by its signature; reads no cookie',
  '/webhooks/demo/': 'believed by its signature; reads no cookie',
  '/api/files/:key': 'only reads; whom another site leads there is nobody (feedback.routes.test.ts)',
  '/openapi.json': 'the same for everybody',
  '/reference/': 'the same for everybody',
  '/healthz': 'the same for everybody',
  '/readyz': 'the same for everybody',
} as const;

describe('[NET-12] the served routes', () => {
  it('every served route is a call of the contract, or listed with the reason why it needs no origin guard', () => {
    const served = [...shop.app.server.printRoutes({ commonPrefix: false }).matchAll(/ (\/\S*) \(/g)];
    const paths = [...ALL_ENDPOINTS.map(({ path }) => path), ...Object.keys(EXEMPT)];
    expect(served.map(([, path = '']) => path).toSorted()).toEqual(paths.toSorted());
  });

  it('a webhook is not refused for its origin headers, but checked for its credentials', async () => {
    // Status 401 means that the webhook failed on its signature, not on its origin headers.
    expect((await send('/webhooks/adyen/', '', { method: 'POST', headers: LINK, body: '{}' })).status).toBe(
      401,
    );
  });
});
