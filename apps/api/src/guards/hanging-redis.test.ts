import { readServerTime } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPrivateRedis, type TestRedisServer } from '../test/private-redis.ts';
import { openShop, type Shop } from '../test/shop.ts';

/**
 * A busy machine can only lower the rate of requests, so the best rates of several rounds are compared. The rounds end
 * when they are close enough.
 */
const ROUNDS_MAX = 12;
const REQUESTS = 200;
const AT_ONCE = 20;

let server: TestRedisServer;
let hanging: Shop;
let without: Shop;
beforeAll(async () => {
  server = await startPrivateRedis();
  const redisAnswersWithinMs = 100;
  hanging = await openShop({ env: { REDIS_URL: server.url }, redisAnswersWithinMs });
  without = await openShop({ env: { REDIS_URL: 'redis://127.0.0.1:1' }, redisAnswersWithinMs });
});
afterAll(async () => {
  server.goOn();
  await hanging.close();
  await without.close();
  await server.stop();
});

async function perSecond({ apiUrl }: Shop): Promise<number> {
  const begin = performance.now();
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => fetch(`${apiUrl}${readServerTime.path}`)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await Promise.all(answers.map((answer) => answer.text()));
  }
  return (REQUESTS / (performance.now() - begin)) * 1_000;
}

describe('a Redis that hangs', () => {
  it('with a Redis that hangs the API serves at least four fifths of the requests it serves without Redis', async () => {
    await perSecond(hanging);
    await perSecond(without);
    server.hang();
    const best = { hanging: 0, without: 0 };
    for (let round = 0; round < ROUNDS_MAX && (round < 3 || best.hanging < 0.8 * best.without); round += 1) {
      best.hanging = Math.max(best.hanging, await perSecond(hanging));
      best.without = Math.max(best.without, await perSecond(without));
    }
    expect(best.hanging / best.without).toBeGreaterThan(0.8);
  }, 1_200_000);
});
