import * as contract from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendExactly } from '../test/send-exactly.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const REFUSED = contract.ERROR_CATALOGUE['post-only'];
const PASSWORD_LOGIN = `${contract.logInWithPassword.path}?display_uid=5048213&password=jawhara-2026`;

async function get(path: string, headers: Record<string, string>, method = 'GET') {
  const { status, text } = await sendExactly(`${shop.apiUrl}${path}`, { method, headers });
  return { status, result: text === '' ? null : (JSON.parse(text) as { result: number }).result };
}

/** Headers that browsers send when a script of our own page makes a call. */
const BROWSERS: Readonly<Record<string, Record<string, string>>> = {
  'a browser of today': {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  },
  'the browser itself': { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' },
  'an older one by its referrer': { referer: 'http://127.0.0.1:4200/login' },
  'an older one by its origin': { origin: 'http://127.0.0.1:4200' },
};
const PROGRAMS: Readonly<Record<string, Record<string, string>>> = {
  'a program that says nothing': {},
  'a program on Node': { 'sec-fetch-mode': 'cors', accept: '*/*', 'user-agent': 'node' },
  'an app': { 'user-agent': 'okhttp/5.0.0', accept: 'application/json' },
};

describe('[NET-07] a GET that changes something', () => {
  it.each(Object.entries(BROWSERS))(
    'a password login by GET is refused with 405 for %s',
    async (_who, headers) => {
      expect(await get(PASSWORD_LOGIN, headers)).toEqual({ status: 405, result: REFUSED.result });
      expect((await get(PASSWORD_LOGIN, headers, 'HEAD')).status).toBe(405);
      expect(await shop.db`select from sessions`).toHaveLength(0);
    },
  );

  it.each(Object.entries(PROGRAMS))('a password login by GET is accepted for %s', async (_who, headers) => {
    expect(await get(PASSWORD_LOGIN, headers)).toEqual({ status: 200, result: 0 });
    await shop.db`delete from sessions`;
  });

  const changing = contract.ALL_ENDPOINTS.filter(
    ({ changes, methods, name }) => changes && methods.includes('GET') && name !== 'openWalletSession',
  );
  it.each(changing.map(({ name, path, methods }) => [name, path, methods] as const))(
    '%s: POST is a method of the call, and a browser’s GET is refused with 405',
    async (_name, path, methods) => {
      expect(methods).toContain('POST');
      for (const method of ['GET', 'HEAD'])
        expect((await get(path, { 'sec-fetch-site': 'same-origin' }, method)).status).toBe(405);
    },
  );

  it('a page of the previous release that opens a wallet session by GET is not refused with 405', async () => {
    const { status } = await get(contract.openWalletSession.path, { 'sec-fetch-site': 'same-origin' });
    expect(status).toBe(400);
  });
});

describe('[NET-07] a GET that only reads', () => {
  const asBrowser = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

  it.each(['session_key', 'password', 'ticket', 'access_token', 'id_token'])(
    'a GET of a browser that only reads is refused with %s in its query',
    async (name) => {
      const { path } = contract.readServerTime;
      expect(await get(`${path}?${name}=x`, asBrowser)).toEqual({ status: 405, result: REFUSED.result });
      expect((await get(`${path}?a=1&${name}`, asBrowser)).status).toBe(405);
      expect((await get(`${path}?${name}=x`, {})).status).toBe(200);
    },
  );

  it('a GET of a browser that only reads, without secrets in its query, is answered', async () => {
    expect(await get(contract.readServerTime.path, asBrowser)).toEqual({ status: 200, result: 0 });
  });
});

it('[NET-07] the refusal of a login by GET names POST as the allowed method, and is counted in the metrics', async () => {
  const response = await fetch(`${shop.apiUrl}${PASSWORD_LOGIN}`, { headers: { referer: 'http://x.test' } });
  expect([403, 405]).toContain(response.status);
  const ours = await fetch(`${shop.apiUrl}${PASSWORD_LOGIN}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(ours.headers.get('allow')).toBe('POST');
  expect(ours.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await shop.app.metrics.text()).toMatch(/guard_refusals_total\{guard="post-only"\} [1-9]/);
});
