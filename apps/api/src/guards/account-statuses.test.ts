import { readAccountStatuses, readPressedAccount } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import type { Visitor } from '../test/visitor.ts';

const FIRST_ID = 30_000_000;
const IDS = 4_000;
const LIST = 20;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The limits of production. */
const PER_ADDRESS_MINUTE = 240;
const PER_ADDRESS_HOUR = 1_200;

let shop: Shop;
let withoutRedis: Shop;
let nowMs = Date.UTC(2026, 10, 1, 10, 30);
beforeAll(async () => {
  const now = () => new Date(nowMs);
  shop = await openShop({ now, env: { GUARD_FACTOR: '1' } });
  withoutRedis = await openShop({ now, env: { GUARD_FACTOR: '1', REDIS_URL: 'redis://127.0.0.1:1' } });
  for (const { db } of [shop, withoutRedis])
    await db`
      insert into accounts (id, display_id, nickname, status, source)
      select ${FIRST_ID}::bigint + n, (${FIRST_ID}::bigint + n)::text, 'name-' || n, 'banned', 'social'
      from generate_series(0, ${IDS - 1}) n`;
});
afterAll(() => Promise.all([shop.close(), withoutRedis.close()]));

const idsFrom = (begin: number, count = LIST) =>
  Array.from({ length: count }, (_, i) => accountId(FIRST_ID + begin + i));

/** The number of statuses in the answer; 0 if the call is refused. */
async function learned(
  by: Visitor,
  accountIds: ReturnType<typeof idsFrom>,
  address: string,
): Promise<number> {
  const request = { asking: 'social', accountIds } as const;
  const { value } = await by.call(readAccountStatuses, request, { 'x-forwarded-for': address });
  return value?.size ?? 0;
}

/** Reads statuses as a scraper without a cookie does: each list of 20 ids by a new device. */
async function scrape(at: Shop, lists: number, address: string, begin = 0): Promise<number> {
  let all = 0;
  for (let n = 0; n < lists; n += 1) all += await learned(at.visitor(), idsFrom(begin + n * LIST), address);
  return all;
}

describe('a scraper of statuses', () => {
  it('[NET-13] a scraper without a cookie reads at most 240 account statuses a minute from one IP address, twenty in each call', async () => {
    expect(await scrape(shop, 120, '203.0.113.1')).toBe(PER_ADDRESS_MINUTE);
  });

  it('[NET-13] a scraper reads no more account statuses in an hour than one IP address may, and can read again in the next hour', async () => {
    let all = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      all += await scrape(shop, 15, '203.0.113.2', minute * 15 * LIST);
      nowMs += MINUTE_MS;
    }
    expect(all).toBe(PER_ADDRESS_HOUR);
    nowMs += HOUR_MS;
    expect(await scrape(shop, 1, '203.0.113.2', 3_000)).toBe(LIST);
  });

  it('[NET-13] without Redis each process lets an IP address read half as many account statuses as with Redis', async () => {
    expect(await scrape(withoutRedis, 300, '203.0.113.3')).toBe(PER_ADDRESS_MINUTE / 2);
  }, 60_000);

  it('[NET-13] the account that a call for one account reads counts towards the same limit as those of a call for many', async () => {
    const address = { 'x-forwarded-for': '203.0.113.4' };
    await scrape(shop, PER_ADDRESS_MINUTE / LIST, '203.0.113.4');
    const press = (id: number) =>
      shop.visitor().call(readPressedAccount, { accountId: accountId(FIRST_ID + id) }, address);
    expect((await press(IDS - 1)).refusal).toBe('too-many-tries');
    expect((await press(0)).refusal).toBeNull();
  });

  it('[NET-13] a scraper with a cookie reads only as many account statuses in a minute as one device may', async () => {
    const visitor = shop.visitor();
    let all = 0;
    for (let n = 0; n < 10; n += 1) all += await learned(visitor, idsFrom(n * LIST), '203.0.113.5');
    expect(all).toBe(120);
  });
});

describe('payers behind one address of a carrier', () => {
  it('[NET-13] [RCP-10] many payers behind one IP address repeatedly read the statuses of their friends, and no limit refuses them', async () => {
    // A hundred phones each open the page three times. Each of them has twelve recipients, out of the same two hundred.
    const phones = Array.from({ length: 100 }, () => shop.visitor());
    for (let visit = 0; visit < 3; visit += 1)
      for (const [n, phone] of phones.entries())
        expect(await learned(phone, idsFrom((n * 2) % 188, 12), '198.51.100.7')).toBe(12);
  });

  it('[RCP-10] the statuses of a whole list of forty recipients are read with one call', async () => {
    expect(await learned(shop.visitor(), idsFrom(0, 40), '198.51.100.8')).toBe(40);
  });
});
