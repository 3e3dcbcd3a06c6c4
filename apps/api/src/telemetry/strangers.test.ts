import { randomBytes } from 'node:crypto';
import { addEvent, reportTrace, runBatch } from '@jawhara/contract';
import { TELEMETRY_BYTES_PER_HOUR } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { developmentCookieHeader } from '../../../../tools/stack/development-device.ts';
import { openShop, type Shop } from '../test/shop.ts';

const ALL_MB = 40;
const REPORTS = 1_000;
const AT_ONCE = 50;
/** A report of this length takes about 8.7 kB when it is stored. */
const REPORT_CHARACTERS = 8_000;

let shop: Shop;
/** A shop without Redis. */
let alone: Shop;
let nowMs = Date.now();
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(nowMs),
    env: { GUARD_FACTOR: '1', TELEMETRY_MB_PER_HOUR: String(ALL_MB) },
  });
  alone = await openShop({
    now: () => new Date(nowMs),
    env: { GUARD_FACTOR: '1', REDIS_URL: 'redis://127.0.0.1:1' },
  });
});
afterAll(() => Promise.all([shop.close(), alone.close()]));

/** Text that does not compress and looks like no card number. */
const noise = (characters: number) =>
  randomBytes(characters).toString('base64').replaceAll(/\d/g, 'x').slice(0, characters);

async function send(to: Shop, address: string, cookie?: string): Promise<number> {
  const response = await fetch(`${to.apiUrl}${reportTrace.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify({ data: noise(REPORT_CHARACTERS) }),
  });
  await response.text();
  return response.status;
}

/** Sends so many reports. Each is answered with 200, even if it is dropped. */
async function flood(
  reports: number,
  addressOf: (n: number) => string,
  { cookie, to = shop }: { readonly cookie?: string; readonly to?: Shop } = {},
): Promise<void> {
  for (let sent = 0; sent < reports; sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, i) => send(to, addressOf(sent + i), cookie));
    expect(new Set(await Promise.all(batch))).toEqual(new Set([200]));
  }
}

async function stored(at = shop): Promise<number> {
  await at.app.telemetry.flush();
  const [row] = await at.db<{ bytes: number }[]>`
    select coalesce(sum(octet_length(body::text)), 0)::int as bytes from telemetry_records`;
  return row?.bytes ?? 0;
}

async function storedBy(work: () => Promise<void>, at = shop): Promise<number> {
  const before = await stored(at);
  await work();
  return (await stored(at)) - before;
}

/** Expects that the stored bytes are at most the limit, and more than nine tenths of it. */
function expectFull(bytes: number, most: number): void {
  expect(bytes).toBeLessThanOrEqual(most);
  expect(bytes).toBeGreaterThan(most * 0.9);
}

const visitFrom = (address: string) => async () => {
  const visit = { name: 'page_show', deviceUuid: 'u', version: '1' } as const;
  const event = { ...visit, texts: ['{}', '', '', ''], numbers: [null, null, null, null] } as const;
  expect((await shop.visitor().call(addEvent, event, { 'x-forwarded-for': address })).status).toBe(200);
};

const refusals = async (guard: string) =>
  Number(
    new RegExp(`^jawhara_guard_refusals_total\\{guard="${guard}"\\} (\\d+)$`, 'm').exec(
      await shop.app.metrics.text(),
    )?.[1] ?? 0,
  );

it('[EVT-04] telemetry from one address without a cookie is stored up to its limit, and other senders’ telemetry is still stored', async () => {
  const bytes = await storedBy(() => flood(REPORTS, () => '203.0.113.5'));
  expectFull(bytes, TELEMETRY_BYTES_PER_HOUR.address);
  expect(await refusals('telemetry-address')).toBeGreaterThan(REPORTS / 5);
  expect(await storedBy(visitFrom('203.0.113.6'))).toBeGreaterThan(0);
}, 1_200_000);

it('telemetry of one device is stored up to the limit of a device, however many addresses it comes from', async () => {
  const cookie = developmentCookieHeader(randomBytes(32).toString('hex'));
  const bytes = await storedBy(() => flood(100, (n) => `198.51.100.${n}`, { cookie }));
  expectFull(bytes, TELEMETRY_BYTES_PER_HOUR.device);
  expect(await refusals('telemetry-device')).toBeGreaterThan(30);
});

it('telemetry from twenty networks of one IPv6 /48 is stored up to the limit of a /48 network', async () => {
  nowMs += 3_600_000;
  const { site } = TELEMETRY_BYTES_PER_HOUR;
  const reports = Math.ceil((site * 1.2) / REPORT_CHARACTERS / AT_ONCE) * AT_ONCE;
  const bytes = await storedBy(() =>
    flood(reports, (n) => `2001:db8:7:${(n % 20).toString(16)}::${n.toString(16)}`),
  );
  expectFull(bytes, site);
  expect(await refusals('telemetry-site')).toBeGreaterThan(0);
}, 1_200_000);

it('telemetry of all networks together is stored up to the configured total', async () => {
  // This is the same hour as in an earlier test, whose network has used most of the total.
  const bytes = await storedBy(() => flood(REPORTS + 500, (n) => `198.51.${n % 100}.7`));
  expect(bytes).toBeLessThanOrEqual(ALL_MB * 1_000_000 - TELEMETRY_BYTES_PER_HOUR.site * 0.9);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(await refusals('telemetry-all')).toBeGreaterThan(0);
}, 1_200_000);

it('telemetry of an address above its limit is stored again in the next hour', async () => {
  nowMs += 3_600_000;
  expect(await storedBy(visitFrom('203.0.113.5'))).toBeGreaterThan(0);
});

it('telemetry inside batches counts towards the limit of the sender’s address', async () => {
  nowMs += 3_600_000;
  const part = (n: number) => ({
    method: 'POST',
    path: reportTrace.path,
    request_id: `r${n}`,
    params: { data: noise(REPORT_CHARACTERS) },
    headers: {},
  });
  const sendBatch = () =>
    fetch(`${shop.apiUrl}${runBatch.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.44' },
      body: JSON.stringify({
        async: true,
        timeout: 5_000,
        header: {},
        requests: [1, 2, 3, 4, 5, 6].map(part),
      }),
    });
  const bytes = await storedBy(async () => {
    for (let sent = 0; sent < 140; sent += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, sendBatch));
      for (const answer of answers) expect(await answer.json()).toMatchObject({ result: 0 });
    }
  });
  expectFull(bytes, TELEMETRY_BYTES_PER_HOUR.address);
});

it('[EVT-04] without Redis a process stores telemetry of an address up to half its limit, and still answers', async () => {
  const bytes = await storedBy(() => flood(500, () => '203.0.113.5', { to: alone }), alone);
  expectFull(bytes, TELEMETRY_BYTES_PER_HOUR.address / 2);
});
