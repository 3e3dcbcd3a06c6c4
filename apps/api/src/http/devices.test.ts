import {
  createCoinPay,
  ERROR_CATALOGUE,
  findRecipient,
  listRecipientHistory,
  readServerTime,
  runBatch,
} from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEVELOPMENT_DEVICE_KEYS,
  developmentCookieHeader,
} from '../../../../tools/stack/development-device.ts';
import { ALLOWANCES } from '../guards/allowances.ts';
import { sendExactly, type ExactAnswer } from '../test/send-exactly.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { deviceDigest, readSecret, signSecret, type DeviceKeys } from './device-secret.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const SECRET = 'd'.repeat(64);
const NEW_KEY = 'the-key-of-a-shop-that-changed-keys';
const KEYS: DeviceKeys = [NEW_KEY, ...DEVELOPMENT_DEVICE_KEYS];

const ask = (shop: Shop, cookie?: string, headers = {}): Promise<ExactAnswer> =>
  sendExactly(`${shop.apiUrl}${readServerTime.path}`, {
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
  });

describe('where the site is https', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({
      // Counted by the minute: none ends while this is played.
      now: () => new Date(Date.UTC(2026, 10, 1, 10)),
      env: { SITE_URL: 'https://pay.jawhara.example', DEVICE_KEYS: KEYS.join(','), GUARD_FACTOR: '1' },
    });
  });
  afterAll(() => shop.close());
  const proven = (secret: string, keys: DeviceKeys) => `__Host-jawhara_device=${signSecret(secret, keys)}`;

  it.each([
    ['says so', { 'x-forwarded-proto': 'https' }],
    ['forgets to say so', {}],
  ])('the cookie is for this host alone, also when the proxy %s', async (_what, headers) => {
    const { setCookie } = await ask(shop, undefined, headers);
    expect(setCookie).toEqual([
      expect.stringMatching(
        /^__Host-jawhara_device=[0-9a-f]{64}\.[0-9a-f]{32}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  it('a cookie of ours is kept, and none is given beside it', async () => {
    expect((await ask(shop, proven(SECRET, KEYS))).setCookie).toEqual([]);
  });

  it.each([
    ['under the plain name, which a neighbouring host could have planted', developmentCookieHeader(SECRET)],
    ['that somebody invented', `__Host-jawhara_device=${SECRET}`],
    ['with a forged signature', `__Host-jawhara_device=${SECRET}.${'0'.repeat(32)}`],
    ['signed by somebody else', proven(SECRET, ['a-key-of-somebody-else-entirely-01'])],
  ])('a cookie %s is none: the device is new', async (_what, cookie) => {
    const { cookie: given } = await ask(shop, cookie);
    expect(given).toMatch(/^__Host-jawhara_device=/);
    expect(given).not.toContain(SECRET);
  });

  it('a cookie of the key before is signed anew, and the device stays who it is', async () => {
    const { cookie } = await ask(shop, proven(SECRET, DEVELOPMENT_DEVICE_KEYS));
    expect(cookie).toBe(proven(SECRET, [NEW_KEY]));
    expect(readSecret(cookie?.split('=')[1] ?? '', KEYS)).toEqual({ secret: SECRET, isOfFirstKey: true });
  });

  it('two cookies of the name: nothing is changed, nothing replaced, and the device is there again without the planted one', async () => {
    const own = proven(SECRET, KEYS);
    const planted = proven('e'.repeat(64), KEYS);
    for (const both of [`${planted}; ${own}`, `${own}; ${planted}`]) {
      expect((await ask(shop, both)).setCookie).toEqual([]);
      const paying = await sendExactly(`${shop.apiUrl}${createCoinPay.path}`, {
        method: 'POST',
        headers: { ...JSON_BODY, cookie: both },
        body: '{}',
      });
      expect(paying.status).toBe(403);
      expect(JSON.parse(paying.text)).toMatchObject({ result: ERROR_CATALOGUE['device-unclear'].result });
      expect(paying.setCookie).toEqual([]);
    }
    expect((await ask(shop, own)).setCookie).toEqual([]);
  });

  it('the parts of a batch are asked by its device', async () => {
    const payer = `device:${deviceDigest(SECRET)}`;
    await shop.db`
      insert into recipient_history (payer, recipient_account_id, fill_times, first_fill_at, last_fill_at)
      values (${payer}, 1001, 1, now(), now())`;
    const requests = [{ method: 'GET', path: listRecipientHistory.path, request_id: 'r1' }];
    const { text } = await sendExactly(`${shop.apiUrl}${runBatch.path}`, {
      method: 'POST',
      headers: { ...JSON_BODY, cookie: proven(SECRET, KEYS) },
      body: JSON.stringify({ requests }),
    });
    expect(text).toContain('نورة');
  });

  it('an address is given as many devices as it may ask, and what is refused gives none', async () => {
    const headers = { ...JSON_BODY, 'x-forwarded-for': '203.0.113.77' };
    const most = ALLOWANCES.createCoinPay.perAddress;
    const answers: ExactAnswer[] = [];
    for (let sent = 0; sent < most + 40; sent += 20) {
      const some = Array.from({ length: 20 }, () =>
        sendExactly(`${shop.apiUrl}${createCoinPay.path}`, { method: 'POST', headers, body: '{}' }),
      );
      answers.push(...(await Promise.all(some)));
    }
    expect(new Set(answers.flatMap(({ setCookie }) => setCookie)).size).toBe(most);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    expect(refused.flatMap(({ setCookie }) => setCookie)).toEqual([]);
  });
});

describe('what is counted by device', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({
      env: { GUARD_FACTOR: '1', LOOKUPS_PER_MINUTE: '2', NAMES_PER_ADDRESS_PER_HOUR: '3' },
    });
  });
  afterAll(() => shop.close());

  it('[RCP-09] cannot be dodged with invented devices: what the address may learn is the end', async () => {
    const ids = ['5048213', '3310457', '8841206', '6127733', '7719042'];
    const learned = [];
    for (const [n, id] of ids.entries()) {
      const { status } = await sendExactly(`${shop.apiUrl}${findRecipient.path}?display_id=${id}`, {
        headers: { 'x-forwarded-for': '203.0.113.78', cookie: `jawhara_device=${String(n).repeat(64)}` },
      });
      learned.push(status === 200);
    }
    expect(learned).toEqual([true, true, true, false, false]);
  });

  it('files are asked for by an address as often as ten devices may, and nobody gets a cookie for it', async () => {
    const asks = Array.from({ length: 320 }, () =>
      sendExactly(`${shop.apiUrl}/api/files/nothing`, { headers: { 'x-forwarded-for': '203.0.113.79' } }),
    );
    const answers = await Promise.all(asks);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(answers.flatMap(({ setCookie }) => setCookie)).toEqual([]);
  });
});
