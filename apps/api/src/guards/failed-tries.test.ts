import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectRedis, type Redis } from '../platform/redis.ts';
import { testRedis } from '../test/test-redis.ts';
import { failedTries, type FailedTries, type TryReservation } from './failed-tries.ts';

const logger = pino({ level: 'silent' });
const KEYS = randomUUID();
let redis: Redis;
let second: Redis;
beforeAll(async () => {
  redis = testRedis(inject('redisUrl'), logger, KEYS);
  second = testRedis(inject('redisUrl'), logger, KEYS);
  await Promise.all([redis, second].map((one) => new Promise((resolve) => one.once('ready', resolve))));
});
afterAll(() => {
  redis.disconnect();
  second.disconnect();
});

const triesOf = (name: string, windowS = 300, on = redis): FailedTries =>
  failedTries({ redis: on, name, windowS, logger });
const release = async (reservation: TryReservation): Promise<void> => {
  if (reservation.kind === 'reserved') await reservation.release();
};
const kinds = (reservations: readonly TryReservation[]) => reservations.map(({ kind }) => kind);

it('[LGN-08] of 60 login tries at once in two processes, exactly as many as the limit allows are let through', async () => {
  const [one, other] = [triesOf('race'), triesOf('race', 300, second)];
  const share = [{ who: 'account', most: 10 }];
  const reservations = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? one : other).reserve(share)),
  );
  expect(reservations.filter(({ kind }) => kind === 'reserved')).toHaveLength(10);
});

it('a login try whose count is taken back does not count, and a refused one does not count either', async () => {
  const tries = triesOf('release');
  const shares = [
    { who: 'account', most: 2 },
    { who: 'address', most: 100 },
  ];
  const [first, last] = [await tries.reserve(shares), await tries.reserve(shares)];
  const refused = [await tries.reserve(shares), await tries.reserve(shares)];
  expect(kinds([first, last, ...refused])).toEqual(['reserved', 'reserved', 'refused', 'refused']);
  await release(first);
  expect(kinds([await tries.reserve(shares), await tries.reserve(shares)])).toEqual(['reserved', 'refused']);
  // Three tries were counted, and the count of one was taken back.
  expect(Number(await redis.get('tries:release:address'))).toBe(2);
});

it('a refused login try has to wait for the seconds until the window of its counter ends', async () => {
  const tries = triesOf('wait', 120);
  await tries.reserve([{ who: 'account', most: 1 }]);
  const refused = await tries.reserve([{ who: 'account', most: 1 }]);
  expect(refused.kind === 'refused' && refused.retryAfterS).toBeGreaterThan(110);
  expect(refused.kind === 'refused' && refused.retryAfterS).toBeLessThanOrEqual(120);
});

it('taking back the count of a login try after its window has ended does not lower the count of the next window', async () => {
  const tries = triesOf('late', 1);
  const share = [{ who: 'account', most: 2 }];
  const early = await tries.reserve(share);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await tries.reserve(share);
  await release(early);
  expect(await redis.get('tries:late:account')).toBe('1');
  await redis.del('tries:late:account');
  await release(early);
  expect(await redis.exists('tries:late:account')).toBe(0);
});

it('[LGN-08] without Redis every login try is refused', async () => {
  const away = connectRedis('redis://127.0.0.1:1', logger);
  try {
    expect(await triesOf('away', 60, away).reserve([{ who: 'account', most: 1 }])).toMatchObject({
      kind: 'refused',
    });
  } finally {
    away.disconnect();
  }
});
