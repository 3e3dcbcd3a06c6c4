import { findRecipient } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developmentCookieHeader } from '../../../../tools/stack/development-device.ts';
import { openShop, type Shop } from '../test/shop.ts';

const ADDRESSES = 20;
const IDS = 2_000;
const NAMES_PER_ADDRESS = 25;
const HOUR_MS = 3_600_000;
const FIRST_ID = 20_000_000;

let shop: Shop;
let nowMs = Date.UTC(2026, 10, 1, 10, 30);
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(nowMs),
    env: {
      GUARD_FACTOR: '1',
      LOOKUPS_PER_MINUTE: '30',
      NAMES_PER_ADDRESS_PER_HOUR: String(NAMES_PER_ADDRESS),
    },
  });
  await shop.db`
    insert into accounts (id, display_id, nickname, status, source)
    select ${FIRST_ID}::bigint + n, (${FIRST_ID}::bigint + n)::text, 'name-' || n, 'normal', 'social' from generate_series(0, ${IDS - 1}) n`;
});
afterAll(() => shop.close());

interface LookupSeen {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly tookMs: number;
}

async function look(id: number, address: string, cookie?: string): Promise<LookupSeen> {
  const startedAtMs = performance.now();
  const response = await fetch(`${shop.apiUrl}${findRecipient.path}?display_id=${id}`, {
    headers: { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) },
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, tookMs: performance.now() - startedAtMs };
}

const median = (all: readonly LookupSeen[]) =>
  all.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)[all.length >> 1] ?? 0;

describe('a scraper', () => {
  it('[RCP-09] a scraper with 20 IP addresses finds no more recipient names in an hour than 20 times the limit of one address', async () => {
    const names = new Set<unknown>();
    let refused = 0;
    // The test moves the shop's clock: 20 addresses look up 100 ids each in just under an hour of that clock.
    const walk = async (n: number) => {
      // Half of the addresses drop their cookie each time, the other half send the same one.
      const cookie = n % 2 === 0 ? undefined : developmentCookieHeader(String(n).padStart(64, '0'));
      for (let i = 0; i < IDS / ADDRESSES; i += 1) {
        nowMs += Math.floor((HOUR_MS * 0.99) / IDS);
        const { status, body } = await look(
          FIRST_ID + n * (IDS / ADDRESSES) + i,
          `203.0.113.${n + 1}`,
          cookie,
        );
        if (status === 429) refused += 1;
        else names.add(JSON.stringify(body['data']));
      }
    };
    await Promise.all(Array.from({ length: ADDRESSES }, (_, n) => walk(n)));
    expect(names.size).toBe(ADDRESSES * NAMES_PER_ADDRESS);
    expect(refused).toBe(IDS - ADDRESSES * NAMES_PER_ADDRESS);
  }, 1_200_000);

  it('[RCP-09] a scraper cannot tell found, unknown and limited recipient ids apart by the form or the time of the answers', async () => {
    nowMs += 2 * HOUR_MS;
    const rounds = Array.from({ length: 20 }, (_, i) => i);
    const found: LookupSeen[] = [];
    const nobody: LookupSeen[] = [];
    for (const i of rounds) {
      found.push(await look(FIRST_ID + i, '198.51.100.1'));
      nobody.push(await look(90_000_000 + i, '198.51.100.1'));
    }
    const guest = await look(7_719_045, '198.51.100.1');
    for (const i of rounds) await look(FIRST_ID + 100 + i, '198.51.100.1');
    const limited: LookupSeen[] = [];
    for (const i of rounds) limited.push(await look(90_000_000 + i, '198.51.100.1'));

    expect(limited.map(({ status }) => status)).toEqual(rounds.map(() => 429));
    const shapes = [...nobody, guest, ...limited].map(({ body }) => Object.keys(body).join());
    expect(new Set(shapes)).toEqual(new Set(['result,code,message,data']));
    expect([...nobody, guest, ...limited].every(({ body }) => body['data'] === null)).toBe(true);
    // Known and unknown ids cause the same statements. Otherwise the times would differ by far more than this.
    expect(Math.abs(median(found) - median(nobody))).toBeLessThan(10);
  });
});
