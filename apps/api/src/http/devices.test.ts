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
import {
  cookieName,
  deviceDigest,
  isSentTwice,
  readCookie,
  readSecret,
  setCookie,
  signSecret,
  type DeviceKeys,
} from './devices.ts';

const OLD = 'old'.repeat(12);
const NEW = 'new'.repeat(12);
const SECRET = 'a'.repeat(64);

describe('the secret of a device', () => {
  it('a device secret is accepted under the key that signed it, and under no other', () => {
    const signed = signSecret(SECRET, [OLD]);
    expect(readSecret(signed, [OLD])).toEqual({ secret: SECRET, isOfFirstKey: true });
    expect(readSecret(signed, [NEW])).toBeNull();
  });

  it('a device secret signed with the older key is accepted and marked for signing again with the first key', () => {
    const both: DeviceKeys = [NEW, OLD];
    expect(readSecret(signSecret(SECRET, [OLD]), both)).toEqual({ secret: SECRET, isOfFirstKey: false });
    expect(signSecret(SECRET, both)).toBe(signSecret(SECRET, [NEW]));
  });

  it.each([
    ['an invented one', SECRET],
    ['one with an empty signature', `${SECRET}.`],
    ['one with an invented signature', `${SECRET}.${'0'.repeat(32)}`],
    ['one with another’s signature', `${SECRET}.${signSecret('b'.repeat(64), [OLD]).slice(65)}`],
    ['one with a shorter signature', signSecret(SECRET, [OLD]).slice(0, -1)],
    ['one with a longer signature', `${signSecret(SECRET, [OLD])}0`],
    ['one in capitals', signSecret(SECRET, [OLD]).toUpperCase()],
  ])('a device secret is refused when it is %s', (_what, text) => {
    expect(readSecret(text, [OLD])).toBeNull();
  });

  it('the stored digest of a device is not its secret', () => {
    expect(deviceDigest(SECRET)).toMatch(/^[\w-]{43}$/);
    expect(deviceDigest(SECRET)).not.toContain(SECRET);
  });
});

const PLAIN = cookieName(false);
const SECURE = cookieName(true);

describe('the cookie of a device', () => {
  it.each([
    ['alone', 'jawhara_device=mine'],
    ['among others, in any spacing', 'x=1;jawhara_device=mine ; y=jawhara_device'],
    ['behind a tab and blanks', 'x=1; \t jawhara_device=mine\t; y=2'],
    ['after one whose name only ends alike', 'not_jawhara_device=other; jawhara_device=mine'],
    ['beside the one of an https site', '__Host-jawhara_device=other; jawhara_device=mine'],
  ])('the device cookie is found in a Cookie header: %s', (_how, header) => {
    expect(readCookie(header, PLAIN)).toBe('mine');
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['others only', 'session=1; theme=dark'],
    ['a name that only ends alike', 'not_jawhara_device=mine'],
    ['the name of an https site', '__Host-jawhara_device=mine'],
  ])('the device cookie is not found in %s', (_what, header) => {
    expect(readCookie(header, PLAIN)).toBeNull();
  });

  it('on an https site a device cookie under the plain name, which another host can set, is ignored', () => {
    expect(readCookie('jawhara_device=planted', SECURE)).toBeNull();
    expect(readCookie('jawhara_device=planted; __Host-jawhara_device=mine', SECURE)).toBe('mine');
  });

  const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  /**
   * Separators of the Cookie header: a name behind one of them stands alone, so it is our cookie. Browsers store no
   * cookie with such a byte in its name.
   */
  const SEPARATORS = [';', ' ', '\t'];

  it('a cookie whose name has an extra byte before, inside or after our cookie’s name is never read as the device cookie', () => {
    const wrong: string[] = [];
    for (const byte of EVERY_BYTE) {
      const disguised = [
        ...(SEPARATORS.includes(byte) ? [] : [`${byte}${SECURE}`]),
        `${SECURE.slice(0, 7)}${byte}${SECURE.slice(7)}`,
        ...(byte === '=' ? [] : [`${SECURE}${byte}`]),
      ];
      for (const name of disguised) {
        if (readCookie(`${name}=planted`, SECURE) !== null) wrong.push(JSON.stringify(name));
        const beside = [`${name}=planted; ${SECURE}=mine`, `${SECURE}=mine; ${name}=planted`];
        wrong.push(...beside.filter((header) => readCookie(header, SECURE) !== 'mine'));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a device cookie that is sent twice is ignored, also when both values are the same', () => {
    for (const header of [
      `${SECURE}=mine; ${SECURE}=planted`,
      `${SECURE}=planted;${SECURE}=mine`,
      `${SECURE}=mine; x=1; ${SECURE}=mine`,
    ]) {
      expect(readCookie(header, SECURE)).toBeNull();
      expect(isSentTwice(header, SECURE)).toBe(true);
    }
    expect(isSentTwice(`\u00a0${SECURE}=planted; ${SECURE}=mine`, SECURE)).toBe(false);
    expect(isSentTwice(undefined, SECURE)).toBe(false);
  });

  it('the device cookie is read from a header with sixteen thousand blanks', () => {
    expect(readCookie(`${' '.repeat(16_000)}x; ${SECURE}=mine`, SECURE)).toBe('mine');
  });

  it('the device cookie is HttpOnly and SameSite, and Secure on an https site', () => {
    expect(setCookie(PLAIN, 'x')).toBe('jawhara_device=x; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax');
    expect(setCookie(SECURE, 'x')).toBe(
      '__Host-jawhara_device=x; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });
});

describe('devices', () => {
  const JSON_BODY = { 'content-type': 'application/json' };
  const SECRET = 'd'.repeat(64);
  const NEW_KEY = 'the-key-of-a-shop-that-changed-keys';
  const KEYS: DeviceKeys = [NEW_KEY, ...DEVELOPMENT_DEVICE_KEYS];

  const ask = (shop: Shop, cookie?: string, headers = {}): Promise<ExactAnswer> =>
    sendExactly(`${shop.apiUrl}${readServerTime.path}`, {
      headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    });

  describe('on an https site', () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await openShop({
        // A fixed clock, because the limits count per minute: no new minute begins during the test.
        now: () => new Date(Date.UTC(2026, 10, 1, 10)),
        env: { SITE_URL: 'https://pay.jawhara.example', DEVICE_KEYS: KEYS.join(','), GUARD_FACTOR: '1' },
      });
    });
    afterAll(() => shop.close());
    const proven = (secret: string, keys: DeviceKeys) => `__Host-jawhara_device=${signSecret(secret, keys)}`;

    it.each([
      ['reports https', { 'x-forwarded-proto': 'https' }],
      ['does not report https', {}],
    ])(
      'the device cookie of an https site is for its host alone, also when the proxy %s',
      async (_what, headers) => {
        const { setCookie } = await ask(shop, undefined, headers);
        expect(setCookie).toEqual([
          expect.stringMatching(
            /^__Host-jawhara_device=[0-9a-f]{64}\.[0-9a-f]{32}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
          ),
        ]);
      },
    );

    it('a device with a valid cookie signed by the first key gets no new cookie', async () => {
      expect((await ask(shop, proven(SECRET, KEYS))).setCookie).toEqual([]);
    });

    it.each([
      ['under the plain name, which a neighbouring host could have planted', developmentCookieHeader(SECRET)],
      ['that was not signed', `__Host-jawhara_device=${SECRET}`],
      ['with a forged signature', `__Host-jawhara_device=${SECRET}.${'0'.repeat(32)}`],
      ['signed with a foreign key', proven(SECRET, ['a-key-of-somebody-else-entirely-01'])],
    ])('a cookie %s is ignored, and the device gets a new one', async (_what, cookie) => {
      const { cookie: newCookie } = await ask(shop, cookie);
      expect(newCookie).toMatch(/^__Host-jawhara_device=/);
      expect(newCookie).not.toContain(SECRET);
    });

    it('a device cookie signed with the previous key is signed anew, and the device stays the same', async () => {
      const { cookie } = await ask(shop, proven(SECRET, DEVELOPMENT_DEVICE_KEYS));
      expect(cookie).toBe(proven(SECRET, [NEW_KEY]));
      expect(readSecret(cookie?.split('=')[1] ?? '', KEYS)).toEqual({ secret: SECRET, isOfFirstKey: true });
    });

    it('a request with two device cookies cannot pay and changes no cookie; with its own cookie alone the device is recognised', async () => {
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

    it('the parts of a batch act for the device that sends it', async () => {
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

    it('an IP address gets one new device cookie for each allowed request, and a refused request gets none', async () => {
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

  describe('limits counted by device', () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await openShop({
        env: { GUARD_FACTOR: '1', LOOKUPS_PER_MINUTE: '2', NAMES_PER_ADDRESS_PER_HOUR: '3' },
      });
    });
    afterAll(() => shop.close());

    it('[RCP-09] a client that invents device cookies learns no more recipient names than its IP address may', async () => {
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

    it('file requests from one address are limited, and set no device cookie', async () => {
      const asks = Array.from({ length: 320 }, () =>
        sendExactly(`${shop.apiUrl}/api/files/nothing`, { headers: { 'x-forwarded-for': '203.0.113.79' } }),
      );
      const answers = await Promise.all(asks);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
      expect(answers.flatMap(({ setCookie }) => setCookie)).toEqual([]);
    });
  });
});
