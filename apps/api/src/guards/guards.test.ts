import { randomUUID } from 'node:crypto';
import { ALL_ENDPOINTS, readServerTime } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developmentCookieHeader } from '../../../../tools/stack/development-device.ts';
import { openSession } from '../accounts/session-key.ts';
import { createMetrics } from '../platform/metrics.ts';
import { connectRedis } from '../platform/redis.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { ALLOWANCES } from './allowances.ts';
import { createGuards } from './create-guards.ts';

const logger = pino({ level: 'silent' });

describe('request limits', () => {
  let shop: Shop;
  let nowMs = Date.UTC(2026, 10, 1, 10);
  beforeAll(async () => {
    shop = await openShop({ now: () => new Date(nowMs), env: { GUARD_FACTOR: '1' } });
  });
  afterAll(() => shop.close());

  it('every call of the API has a request limit, with at least ten times as much for an address as for a device', () => {
    expect(Object.keys(ALLOWANCES).toSorted()).toEqual(ALL_ENDPOINTS.map(({ name }) => name).toSorted());
    for (const { perDevice, perAccount, perAddress } of Object.values(ALLOWANCES)) {
      expect(perAccount).toBeGreaterThanOrEqual(perDevice);
      expect(perAddress).toBeGreaterThanOrEqual(10 * perDevice);
    }
  });

  it('a device above the limit of a call is refused by GET and HEAD until the next minute, with the seconds to wait', async () => {
    const cookie = developmentCookieHeader('a'.repeat(64));
    const url = `${shop.apiUrl}${readServerTime.path}`;
    const most = ALLOWANCES.readServerTime.perDevice;
    const answers = await Promise.all(
      Array.from({ length: most + 5 }, () => fetch(url, { headers: { cookie } })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused[0]?.json()).toMatchObject({ result: 22003, data: null });
    expect((await fetch(url, { method: 'HEAD', headers: { cookie } })).status).toBe(429);
    // Another visitor behind the same address is not refused.
    expect((await fetch(url)).status).toBe(200);
    nowMs += 60_000;
    expect((await fetch(url, { headers: { cookie } })).status).toBe(200);
  });

  it('an account above the limit of a call is refused, whichever devices it uses', async () => {
    const deps = { db: shop.db, now: () => new Date(nowMs), chance: systemChance };
    const key = await openSession(deps, accountId(1001), 'app');
    const most = ALLOWANCES.readServerTime.perAccount;
    const url = `${shop.apiUrl}${readServerTime.path}`;
    const ask = (n: number) =>
      fetch(url, { headers: { 'x-session-key': key, 'x-forwarded-for': `10.0.${n % 250}.1` } });
    const answers = await Promise.all(Array.from({ length: most + 3 }, (_, n) => ask(n)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});

describe('guards without Redis', () => {
  it('without Redis calls are let through, and of 40 card attempts from one IP address only five', async () => {
    const away = connectRedis('redis://127.0.0.1:1', logger);
    try {
      const guards = createGuards({
        redis: away,
        now: () => new Date(0),
        logger,
        metrics: createMetrics(),
        settings: {
          factor: 1,
          namesPerDeviceMinute: 1,
          namesPerAddressHour: 1,
          statusesPerDeviceMinute: 120,
          statusesPerAddressHour: 1_200,
          telemetryBytesPerHour: 1_000_000,
        },
      });
      const who = { address: '203.0.113.1', device: 'device' };
      expect(await guards.door.ofStranger('createCoinPay', who)).toBeNull();
      expect(await guards.names.secondsToWait(who, ['a', 'b'])).toBeNull();
      const admitted: boolean[] = [];
      for (let i = 0; i < 40; i += 1) {
        const subjects = { device: randomUUID(), address: who.address, recipient: String(i) };
        admitted.push((await guards.cardTestingLimit.secondsToWait({ id: randomUUID(), subjects })) === null);
      }
      expect(admitted.filter(Boolean)).toHaveLength(5);
    } finally {
      away.disconnect();
    }
  });
});
