import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { testRedis } from '../test/test-redis.ts';
import { rateLimit } from './rate-limit.ts';
import { connectRedis, type Redis } from './redis.ts';

const logger = pino({ level: 'silent' });
let redis: Redis;
beforeAll(async () => {
  redis = testRedis(inject('redisUrl'), logger);
  await new Promise((resolve) => redis.once('ready', resolve));
});
afterAll(() => redis.disconnect());

const me = { who: 'me', most: 2 };

it('a rate limit counts calls in a window of time, and returns the seconds until the window ends', async () => {
  const limit = rateLimit(redis, 'a', 300, logger);
  expect([await limit.secondsToWait([me]), await limit.secondsToWait([me])]).toEqual([null, null]);
  const waitS = await limit.secondsToWait([me]);
  expect(waitS).toBeGreaterThan(290);
  expect(waitS).toBeLessThanOrEqual(300);
  expect(await limit.secondsToWait([{ who: 'you', most: 2 }])).toBeNull();
});

it('[LGN-08] without Redis a rate limit lets callers through, and a rate limit that guards secrets refuses them', async () => {
  const away = connectRedis('redis://127.0.0.1:1', logger);
  try {
    expect(await rateLimit(away, 'b', 60, logger).secondsToWait([me])).toBeNull();
    const guard = rateLimit(away, 'b', 60, logger, 'refuse');
    expect(await guard.secondsToWait([me])).toBeGreaterThan(0);
  } finally {
    away.disconnect();
  }
});
