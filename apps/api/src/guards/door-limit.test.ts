import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Redis } from '../platform/redis.ts';
import { testRedis } from '../test/test-redis.ts';
import { sharedCounts } from './door-limit.ts';

const logger = pino({ level: 'silent' });
const FORGOTTEN_AFTER_S = 120;
const name = randomUUID();
let instances: Redis[];

async function connect(): Promise<Redis> {
  const redis = testRedis(inject('redisUrl'), logger, name);
  await new Promise((resolve) => redis.once('ready', resolve));
  return redis;
}

beforeAll(async () => {
  instances = await Promise.all([connect(), connect()]);
});
afterAll(() => instances.forEach((redis) => redis.disconnect()));

describe('shared counts in Redis', () => {
  it('when 600 calls are counted at once over two Redis connections, no two get the same count', async () => {
    const halves = instances.map(async (redis, instance) => {
      const counts = sharedCounts(redis, FORGOTTEN_AFTER_S);
      return Promise.all(
        Array.from({ length: 300 }, (_, n) => counts.countUp(['all', `own-${instance}-${n}`])),
      );
    });
    const counts = (await Promise.all(halves)).flat();
    const all = counts.map(([first]) => first ?? 0).toSorted((one, other) => one - other);
    expect(all).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
    expect(counts.every(([, own]) => own === 1)).toBe(true);
  });

  it('50 calls counted at the same moment are sent to Redis in one command', async () => {
    const [redis] = instances;
    if (!redis) throw new Error('no Redis');
    const sent = vi.spyOn(redis, 'sendCommand');
    const counts = sharedCounts(redis, FORGOTTEN_AFTER_S);
    await Promise.all(Array.from({ length: 50 }, () => counts.countUp(['together'])));
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
  });

  it('every rate limit count in Redis has an expiry', async () => {
    const [redis] = instances;
    if (!redis) throw new Error('no Redis');
    const counts = sharedCounts(redis, FORGOTTEN_AFTER_S);
    await Promise.all([counts.countUp(['short', 'lived']), counts.countUp(['short'])]);
    for (const key of ['short', 'lived']) {
      const leftS = await redis.ttl(key);
      expect(leftS).toBeGreaterThan(FORGOTTEN_AFTER_S - 10);
      expect(leftS).toBeLessThanOrEqual(FORGOTTEN_AFTER_S);
    }
  });

  it('counting fails while the Redis connection is lost, and works again after a reconnect', async () => {
    const redis = await connect();
    const counts = sharedCounts(redis, FORGOTTEN_AFTER_S);
    const ended = new Promise((resolve) => redis.once('end', resolve));
    redis.disconnect();
    const lost = await Promise.allSettled([counts.countUp(['lost']), counts.countUp(['lost'])]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await ended;
    await redis.connect();
    expect(await counts.countUp(['found'])).toEqual([1]);
    redis.disconnect();
  });

  it('counting continues after Redis has lost its Lua script', async () => {
    const redis = await connect();
    const counts = sharedCounts(redis, FORGOTTEN_AFTER_S);
    await counts.countUp(['again']);
    const owner = testRedis(inject('redisOwnerUrl'), logger);
    await new Promise((resolve) => owner.once('ready', resolve));
    await owner.script('FLUSH');
    owner.disconnect();
    expect(await counts.countUp(['again'])).toEqual([2]);
    redis.disconnect();
  });
});
