import { connect } from 'node:net';
import { listRecipientHistory } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_DEVICE_KEYS } from '../../../../tools/stack/development-device.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { openNeighbours, type Neighbours } from './test/neighbours.ts';
import { deviceDigest, SECURE_NAME, signSecret } from './devices.ts';

const OWN = 'a'.repeat(64);
const PLANTED = 'b'.repeat(64);
const signed = (secret: string): string => signSecret(secret, DEVELOPMENT_DEVICE_KEYS);
const own = `${SECURE_NAME}=${signed(OWN)}`;

/** Each device has paid for a different account, so the recipient in its list shows which device an answer was for. */
const RECIPIENTS = { own: { id: 1001, name: 'نورة' }, planted: { id: 1002, name: 'أمل' } } as const;

let shop: Shop;
let neighbours: Neighbours;
beforeAll(async () => {
  neighbours = await openNeighbours();
  shop = await openShop({ env: { SITE_URL: neighbours.siteUrl } });
  neighbours.serve(new URL(shop.apiUrl));
  const rows = [
    { payer: `device:${deviceDigest(OWN)}`, id: RECIPIENTS.own.id },
    { payer: `device:${deviceDigest(PLANTED)}`, id: RECIPIENTS.planted.id },
  ];
  for (const { payer, id } of rows)
    await shop.db`
      insert into recipient_history (payer, recipient_account_id, fill_times, first_fill_at, last_fill_at)
      values (${payer}, ${id}, 1, now(), now())`;
});
afterAll(async () => {
  await neighbours.close();
  await shop.close();
});

type Device = 'own' | 'planted' | 'new' | 'refused';

function deviceOf(text: string): Device {
  if (text.includes(RECIPIENTS.planted.name)) return 'planted';
  if (text.includes(RECIPIENTS.own.name)) return 'own';
  return text.includes('"result":0') ? 'new' : 'refused';
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
const asCharacter = (byte: number): string => String.fromCharCode(byte);

/** Our cookie's name with one more byte before, inside or after it. */
const DISGUISES = {
  before: (byte: string) => `${byte}${SECURE_NAME}`,
  'inside the prefix of': (byte: string) => `${SECURE_NAME.slice(0, 3)}${byte}${SECURE_NAME.slice(3)}`,
  inside: (byte: string) => `${SECURE_NAME.slice(0, 12)}${byte}${SECURE_NAME.slice(12)}`,
  after: (byte: string) => `${SECURE_NAME}${byte}`,
} as const;
type Place = keyof typeof DISGUISES;
const PLACES = Object.keys(DISGUISES) as Place[];

/** Sends the cookie's bytes unchanged, and returns for which device the answer was and whether it sets a cookie. */
function askRaw(cookie: string): Promise<{ device: Device; isCookieSet: boolean }> {
  const { hostname, port } = new URL(shop.apiUrl);
  const { host } = new URL(neighbours.siteUrl);
  const head = `GET ${listRecipientHistory.path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(head, 'latin1')));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ device: deviceOf(text), isCookieSet: /^set-cookie/im.test(text) });
    });
  });
}

/**
 * Bytes after which our cookie's name still stands alone, so that the header contains our cookie. Browsers accept none
 * of them in a name, as the test in Chromium below shows. `\r` and `
 * ` end the header, and Node refuses the rest.
 */
const LEAVES_NAME: Readonly<Record<Place, readonly string[]>> = {
  before: ['\t', ' ', ';'],
  'inside the prefix of': [],
  inside: [],
  after: ['='],
};

describe('a cookie with any byte before, inside or after the name', () => {
  it.each(PLACES)(
    'by raw HTTP, a cookie with an extra byte %s our cookie’s name never identifies the device in its value',
    async (place) => {
      const seen: string[] = [];
      for (const byte of BYTES.map(asCharacter)) {
        const name = DISGUISES[place](byte);
        const planted = `${name}=${signed(PLANTED)}`;
        if (LEAVES_NAME[place].includes(byte)) continue;
        const [alone, first, second] = await Promise.all([
          askRaw(planted),
          askRaw(`${planted}; ${own}`),
          askRaw(`${own}; ${planted}`),
        ]);
        if (!['new', 'refused'].includes(alone.device))
          seen.push(`${JSON.stringify(name)} alone: ${alone.device}`);
        for (const beside of [first, second]) {
          if (!['own', 'refused'].includes(beside.device))
            seen.push(`${JSON.stringify(name)}: ${beside.device}`);
          if (beside.device !== 'refused' && beside.isCookieSet)
            seen.push(`${JSON.stringify(name)}: own cookie replaced`);
        }
      }
      expect(seen).toEqual([]);
    },
  );

  it('by raw HTTP, the device cookie is read after any separator, and ignored when it is sent twice', async () => {
    for (const between of ['; ', ';', ';\t', ' ;  ']) {
      expect((await askRaw(`x=1${between}${own}`)).device).toBe('own');
      const twice = await askRaw(`${own}${between}${SECURE_NAME}=${signed(PLANTED)}`);
      expect(twice).toEqual({ device: 'new', isCookieSet: false });
    }
  });
});

describe('in Chromium, with a neighbouring host that sets cookies for the whole domain', () => {
  /** Browsers send the cookie of the longer path first, so both orders are tested. */
  const PATHS = ['/api/', '/'];
  /**
   * How many planted cookies Chromium must store. It stores none whose name starts with `__Host-`, and all others
   * except those with control characters or separators.
   */
  const STORED_AT_LEAST = {
    before: 400,
    'inside the prefix of': 400,
    inside: 0,
    after: 0,
  } as const satisfies Record<Place, number>;

  it.each(PLACES)(
    'in Chromium, another host’s cookie with any byte %s our cookie’s name changes neither the device nor its cookie',
    async (place) => {
      const visit = await neighbours.visit();
      await visit.begin({ name: SECURE_NAME, value: signed(OWN) });
      const cases = PATHS.flatMap((path) => BYTES.map((byte) => ({ path, byte })));
      const planted = cases.map(({ path, byte }) => {
        const name = DISGUISES[place](asCharacter(byte));
        return `${name}=${signed(PLANTED)}; Domain=shop.test; Path=${path}; Secure`;
      });
      const calls = await visit.plantEach(planted, listRecipientHistory.path);
      // If an answer replaced the visitor's cookie, the next call would be made by another device.
      const seen = calls.flatMap(({ answer }, nth) => {
        const device = deviceOf(answer);
        return device === 'own' ? [] : [`${cases[nth]?.byte.toString(16)}, ${cases[nth]?.path}: ${device}`];
      });
      const stored = calls.filter(({ cookie }) => cookie.includes(signed(PLANTED))).length;
      expect(await visit.cookies()).toContain(own);
      await visit.close();
      expect(seen).toEqual([]);
      // If the browser refused every cookie, the test would prove nothing.
      expect(stored).toBeGreaterThanOrEqual(STORED_AT_LEAST[place]);
    },
  );

  it('in Chromium, a visitor whose only cookie was planted by another host gets a new device, which later calls use too', async () => {
    const visit = await neighbours.visit();
    for (const byte of [0xa0, 0x85, 0x21, 0xff]) {
      await visit.begin(null);
      const planted = `${asCharacter(byte)}${SECURE_NAME}=${signed(PLANTED)}; Domain=shop.test; Path=/api/; Secure`;
      const [call] = await visit.plantEach([planted], listRecipientHistory.path);
      expect(deviceOf(call?.answer ?? '')).toBe('new');
      expect(call?.cookie).toContain(signed(PLANTED));
      const deviceCookies = (await visit.cookies()).filter((cookie) => cookie.startsWith(`${SECURE_NAME}=`));
      expect(deviceCookies).toHaveLength(1);
      expect(deviceOf(await visit.ask(listRecipientHistory.path))).toBe('new');
      expect(await visit.cookies()).toEqual(expect.arrayContaining(deviceCookies));
    }
    await visit.close();
  });

  it.each([
    [
      'a nameless cookie whose value is the whole pair',
      `=${SECURE_NAME}=PLANTED; Domain=shop.test; Path=/api/; Secure`,
    ],
    ['the very name for the whole domain', `${SECURE_NAME}=PLANTED; Domain=shop.test; Path=/; Secure`],
    ['the very name of the neighbour alone', `${SECURE_NAME}=PLANTED; Path=/; Secure`],
    ['the name in capitals', `${SECURE_NAME.toUpperCase()}=PLANTED; Domain=shop.test; Path=/; Secure`],
    ['the name in the value of another', `x=1 ${SECURE_NAME}=PLANTED; Domain=shop.test; Path=/; Secure`],
    ['the name of plain http', `jawhara_device=PLANTED; Domain=shop.test; Path=/; Secure`],
  ])('in Chromium, %s set by another host does not change the visitor’s device', async (_what, cookie) => {
    const visit = await neighbours.visit();
    for (const [begin, device] of [
      [{ name: SECURE_NAME, value: signed(OWN) }, 'own'],
      [null, 'new'],
    ] as const) {
      await visit.begin(begin);
      const planted = cookie.replace('PLANTED', signed(PLANTED));
      const [call] = await visit.plantEach([planted], listRecipientHistory.path);
      expect(deviceOf(call?.answer ?? '')).toBe(device);
    }
    await visit.close();
  });

  it('in Chromium, a script of another host cannot plant a device cookie', async () => {
    const visit = await neighbours.visit();
    for (const before of ['', ' ', '\t', '\u00a0', '\u3000', '\ufeff', '=']) {
      await visit.begin({ name: SECURE_NAME, value: signed(OWN) });
      await visit.plantByScript(`${before}${SECURE_NAME}`, signed(PLANTED));
      expect([before, deviceOf(await visit.ask(listRecipientHistory.path))]).toEqual([before, 'own']);
    }
    await visit.close();
  });
});
