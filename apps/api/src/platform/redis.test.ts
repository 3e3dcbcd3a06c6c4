import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MEASURED_AGAIN, PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { sharedCounts } from '../guards/door-limit.ts';
import { startPrivateRedis, type TestRedisServer } from '../test/private-redis.ts';
import { rateLimit } from './rate-limit.ts';
import { connectRedis, type Redis } from './redis.ts';

const logger = pino({ level: 'silent' });
const ANSWERS_WITHIN_MS = 100;
/** The limit for a thousand calls together. If each hundred of them waited for a time-out, they would take ten time-outs. */
const ALL_WITHIN_MS = 700;

let server: TestRedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await startPrivateRedis();
});
afterAll(() => server.stop());
beforeEach(async () => {
  redis = connectRedis(server.url, logger);
  await new Promise((resolve) => redis.once('ready', resolve));
  // The first command takes longer on a busy machine, so it is sent before the test measures.
  await vi.waitFor(() => sharedCounts(redis, 60).countUp(['warm']), { timeout: PATIENCE_MS });
});
afterEach(() => {
  server.goOn();
  redis.disconnect();
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

describe('a Redis that hangs', () => {
  it(
    'a thousand requests together wait once for a hanging Redis, and later requests do not wait',
    MEASURED_AGAIN,
    async () => {
      const counts = sharedCounts(redis, 60);
      server.hang();
      const ask = () => Promise.allSettled(Array.from({ length: 1_000 }, () => counts.countUp(['hanging'])));
      const first = await timed(async () => {
        const statuses = (await ask()).map(({ status }) => status);
        expect(new Set(statuses)).toEqual(new Set(['rejected']));
      });
      expect(first).toBeGreaterThan(ANSWERS_WITHIN_MS * 0.9);
      expect(first).toBeLessThan(ALL_WITHIN_MS);
      const after = await timed(async () => {
        for (let i = 0; i < 100; i += 1) await counts.countUp(['hanging']).catch(() => {});
      });
      expect(after).toBeLessThan(ALL_WITHIN_MS);
    },
  );

  it('with a hanging Redis a rate limit lets callers through, and a rate limit that guards secrets refuses them', async () => {
    server.hang();
    const me = { who: 'me', most: 2 };
    const [open, closed] = await Promise.all([
      rateLimit(redis, 'open', 60, logger).secondsToWait([me]),
      rateLimit(redis, 'closed', 60, logger, 'refuse').secondsToWait([me]),
    ]);
    expect(open).toBeNull();
    expect(closed).toBeGreaterThan(0);
    await expect(redis.ping()).rejects.toThrow('away');
  });

  it('a Redis that hung and then continues is used again, and no call is counted twice for a rate limit', async () => {
    const counts = sharedCounts(redis, 60);
    server.hang();
    await expect(counts.countUp(['later'])).rejects.toThrow('too slowly');
    server.goOn();
    let callsMeanwhile = 0;
    const finalCounts = await vi.waitFor(
      () => {
        callsMeanwhile += 1;
        return counts.countUp(['later']);
      },
      { timeout: PATIENCE_MS, interval: 50 },
    );
    // The call that timed out was still counted when Redis continued; no call was counted twice.
    expect(finalCounts[0]).toBeGreaterThanOrEqual(2);
    expect(finalCounts[0]).toBeLessThanOrEqual(1 + callsMeanwhile);
  });

  it('after Redis hung and its connection was dropped, the program connects again', async () => {
    const counts = sharedCounts(redis, 60);
    server.hang();
    await expect(counts.countUp(['dead'])).rejects.toThrow('too slowly');
    // Drops the connection as a network fault does: no answer arrives on it any more.
    redis.disconnect(true);
    server.goOn();
    await vi.waitFor(() => counts.countUp(['dead']), { timeout: PATIENCE_MS, interval: 50 });
  });

  it('a process that is busy itself does not treat Redis as hanging', async () => {
    const counts = sharedCounts(redis, 60);
    const pendingCounts = counts.countUp(['busy']);
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 4 * ANSWERS_WITHIN_MS;
    while (performance.now() < until);
    expect(await pendingCounts).toEqual([1]);
    expect(await counts.countUp(['busy'])).toEqual([2]);
  });
});
