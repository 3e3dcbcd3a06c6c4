import { randomUUID } from 'node:crypto';
import { createCoinPay, findRecipient, logInWithPassword, readAccountStatuses } from '@jawhara/contract';
import { accountId, SHIELD_ROWS } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { ALLOWANCES } from './allowances.ts';
import { SITE_FACTOR } from './networks.ts';

/**
 * A quarter of production's limit. A /48 network may use twenty times as much as an address, and so the test reaches
 * its limit with fewer requests.
 */
const NAMES_PER_HOUR = 30;
const TRIES = 5;
const FIRST_ID = 30_000_000;
const PEOPLE = 800;

let shop: Shop;
let nowMs = Date.UTC(2026, 10, 1, 10, 30);
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(nowMs),
    env: {
      GUARD_FACTOR: '1',
      LOOKUPS_PER_MINUTE: '30',
      NAMES_PER_ADDRESS_PER_HOUR: String(NAMES_PER_HOUR),
      LOGIN_TRIES_PER_ADDRESS: String(TRIES),
      // A minute allows a fifth of this.
      STATUSES_PER_ADDRESS_PER_HOUR: String(TRIES * 5),
    },
  });
  await shop.db`
    insert into accounts (id, display_id, nickname, status, source)
    select ${FIRST_ID}::bigint + n, (${FIRST_ID}::bigint + n)::text, 'name-' || n, 'normal', 'social' from generate_series(0, ${PEOPLE - 1}) n`;
});
afterAll(() => shop.close());

/** A different address of the same /64 network each time. */
const inOne64 = (n: number) => `2001:db8:1:2:${(n * 7919).toString(16).slice(-4)}::${(n + 1).toString(16)}`;
/** A different /64 network of the same /48 network each time. */
const inOne48 = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
const mapped = (n: number) => (n % 2 === 0 ? '::ffff:203.0.113.9' : '203.0.113.9');

async function send(path: string, address: string, body?: object): Promise<number> {
  const response = await fetch(`${shop.apiUrl}${path}`, {
    headers: {
      'x-forwarded-for': address,
      'x-request-id': randomUUID(),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  await response.text();
  return response.status;
}

const answered = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length;

async function inTurn(count: number, one: (n: number) => Promise<number>): Promise<number> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 20)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => one(n + i)))));
  return answered(statuses);
}

const look = (address: (n: number) => string) => (n: number) =>
  send(`${findRecipient.path}?display_id=${FIRST_ID + n}`, address(n));

describe('a hostile client with an IPv6 network of its own and no cookie', () => {
  it('[RCP-09] a client without a cookie finds only as many recipient names from one IPv6 /64 as from one IPv4 address', async () => {
    expect(await inTurn(200, look(inOne64))).toBe(NAMES_PER_HOUR);
  }, 1_200_000);

  it('[RCP-09] a client without a cookie finds no more recipient names from one IPv6 /48 than its limit allows', async () => {
    nowMs += 3_600_000;
    expect(await inTurn(PEOPLE, look(inOne48))).toBe(NAMES_PER_HOUR * SITE_FACTOR);
  }, 1_200_000);

  it('[RCP-09] a client that also sends its IPv4 address in IPv6 notation is limited as one address', async () => {
    expect(await inTurn(100, look(mapped))).toBe(NAMES_PER_HOUR);
  });

  it('of 200 cards tried from one IPv6 /64, only as many as one address may try reach the provider', async () => {
    const before = (await shop.books()).payments.length;
    const held = await inTurn(200, async (n) =>
      send(createCoinPay.path, inOne64(n), {
        recharge_id: 'gems-100',
        uid: FIRST_ID + n,
        pay_type: 23,
        platform_data: JSON.stringify({ token: await shop.token('insufficient-funds') }),
      }),
    );
    expect(held).toBe(SHIELD_ROWS.address.unprovenPerHourMax);
    expect((await shop.books()).payments.length - before).toBe(SHIELD_ROWS.address.unprovenPerHourMax);
  }, 1_200_000);

  it('[LGN-08] a client in one IPv6 /64 can try passwords and read statuses only as often as one address may', async () => {
    const password = (n: number) => {
      const wire = logInWithPassword.request.write({ typedId: String(FIRST_ID + n), password: 'wrong' });
      return send(logInWithPassword.path, inOne64(n), wire);
    };
    expect(await inTurn(40, password)).toBe(TRIES);
    const statuses = (n: number) => {
      const accountIds = [accountId(FIRST_ID + n)];
      const wire = readAccountStatuses.request.write({ asking: 'social', accountIds });
      return send(readAccountStatuses.path, inOne64(n), wire);
    };
    expect(await inTurn(40, statuses)).toBe(TRIES);
  });

  it('all addresses of one IPv6 /64 share the request limit of one address', async () => {
    const most = ALLOWANCES.createCoinPay.perAddress;
    nowMs += 60_000;
    expect(await inTurn(most + 40, (n) => send(createCoinPay.path, inOne64(n), {}))).toBe(most);
  });
});
