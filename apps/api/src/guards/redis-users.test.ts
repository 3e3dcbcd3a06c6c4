import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT_COM, PREFIX_DECLINES_PER_HOUR_MAX } from '@jawhara/domain';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { REPOSITORY } from '../../../../tools/stack/repository.ts';
import { rateLimit } from '../platform/rate-limit.ts';
import { connectRedis, type Redis as Connection } from '../platform/redis.ts';
import { startGuardedRedis, type GuardedTestRedis } from '../test/guarded-redis.ts';
import { createGuards } from './create-guards.ts';
import { createMetrics } from '../platform/metrics.ts';
import { countedBy, redisAttemptCounter } from './attempt-counter.ts';
import { failedTries } from './failed-tries.ts';
import { providerHealth } from './provider-health.ts';

/**
 * Tests the users of deploy/redis/users.acl on a real server: commands that the programs use are allowed, and all
 * others refused.
 */

const PATIENT_MS = 60_000;
const now = () => new Date();

let server: GuardedTestRedis;
let owner: Redis;
let warnings: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
const opened: Connection[] = [];

beforeAll(async () => {
  server = await startGuardedRedis();
  owner = new Redis(server.urlOf('owner'));
});
afterAll(async () => {
  owner.disconnect();
  await server.stop();
});
afterEach(async () => {
  for (const redis of opened.splice(0)) redis.disconnect();
  warnings = [];
  await owner.call('ACL', 'LOG', 'RESET');
});

async function connected(redis: Connection): Promise<Connection> {
  opened.push(redis);
  await new Promise((resolve) => redis.once('ready', resolve));
  return redis;
}

const connectAs = (user: 'web' | 'worker') =>
  connected(connectRedis(server.urlOf(user), logger, { answersWithinMs: PATIENT_MS }));

/**
 * The commands that the server has refused since the last test. They are read from its log, because a pipeline does not
 * report a single failed command.
 */
const refusals = async (): Promise<unknown[]> => (await owner.call('ACL', 'LOG')) as unknown[];

const attempt = () =>
  countedBy({
    id: randomUUID(),
    subjects: { device: randomUUID(), address: '203.0.113.7', recipient: '1001' },
  });

describe('commands that the Redis users may run', () => {
  it('the Redis user web may run the commands of all limits: look-ups, card attempts and failed tries', async () => {
    const redis = await connectAs('web');
    const settings = {
      factor: 1,
      namesPerDeviceMinute: 3,
      namesPerAddressHour: 9,
      statusesPerDeviceMinute: 3,
      statusesPerAddressHour: 9,
      telemetryBytesPerHour: 1_000_000,
    };
    const guards = createGuards({ redis, now, logger, metrics: createMetrics(), settings });
    const payer = { address: '203.0.113.7', device: randomUUID() };
    expect(await guards.names.secondsToWait(payer, ['1001'])).toBeNull();
    await guards.names.giveBack(payer, ['1001']);
    const card = { id: randomUUID(), subjects: { ...payer, recipient: '1001' } };
    expect(await guards.cardTestingLimit.secondsToWait(card)).toBeNull();
    await guards.cardTestingLimit.release(card);
    expect(await redis.ping()).toBe('PONG');
    expect(await guards.statuses.secondsToWait(payer, ['1001', '1002'])).toBeNull();
    const dates = rateLimit(redis, 'card-date', 60, logger, 'refuse');
    expect(await dates.secondsToWait([{ who: 'me', most: 1 }])).toBeNull();
    expect(await dates.secondsToWait([{ who: 'me', most: 1 }])).toBeGreaterThan(0);
    const tries = failedTries({ redis, name: 'password', windowS: 60, logger });
    const good = await tries.reserve([{ who: 'me', most: 1 }]);
    if (good.kind === 'reserved') await good.release();
    expect((await tries.reserve([{ who: 'me', most: 1 }])).kind).toBe('reserved');
    expect((await tries.reserve([{ who: 'me', most: 1 }])).kind).toBe('refused');
    expect([await refusals(), warnings]).toEqual([[], []]);
  });

  it('the Redis user worker may record attempts, declines, and whether a provider answers', async () => {
    const [web, worker] = [await connectAs('web'), await connectAs('worker')];
    const attacked: string[] = [];
    const [placed, seen] = [
      redisAttemptCounter(web, () => {}),
      redisAttemptCounter(worker, (prefix) => attacked.push(prefix)),
    ];
    const tried = attempt();
    await placed.enter(tried, Date.now());
    await seen.prove(tried.id, Date.now());
    expect(
      (await placed.enter({ ...tried, id: randomUUID() }, Date.now())).subjects.device?.lastHour,
    ).toEqual({
      attempts: 1,
      unproven: 0,
    });
    for (let i = 0; i < PREFIX_DECLINES_PER_HOUR_MAX; i += 1) await seen.declined('411111', Date.now());
    expect(attacked).toEqual(['411111']);
    expect((await placed.enter(attempt(), Date.now())).isPrefixUnderAttack).toBe(true);
    const health = providerHealth(worker, [CHECKOUT_COM], now, logger);
    for (let i = 0; i < 5; i += 1) health.note(CHECKOUT_COM, 'unknown');
    await vi.waitFor(async () =>
      expect(await providerHealth(worker, [CHECKOUT_COM], now, logger).failing()).toEqual([CHECKOUT_COM]),
    );
    expect(await worker.ping()).toBe('PONG');
    expect([await refusals(), warnings]).toEqual([[], []]);
  });
});

it('the Redis user web may run every command that the API’s Lua scripts call', () => {
  const sources = globSync('apps/api/src/**/*.ts', { cwd: REPOSITORY }).filter((file) => !/test/.test(file));
  const called = new Set(
    sources.flatMap((file) =>
      [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(/redis\.call\('([A-Z]+)'/g)].map(
        ([, name = '']) => name.toLowerCase(),
      ),
    ),
  );
  const [web = ''] =
    /^user web .*$/m.exec(readFileSync(join(REPOSITORY, 'deploy/redis/users.acl'), 'utf8')) ?? [];
  expect(called.size).toBeGreaterThan(5);
  expect([...called].filter((name) => !web.split(' ').includes(`+${name}`))).toEqual([]);
});

const NO_USER: readonly (readonly [string, ...string[]])[] = [
  ['FLUSHALL'],
  ['FLUSHDB'],
  ['CONFIG', 'GET', '*'],
  ['CONFIG', 'SET', 'dir', '/tmp'],
  ['KEYS', '*'],
  ['SCAN', '0'],
  ['RANDOMKEY'],
  ['DBSIZE'],
  ['SCRIPT', 'FLUSH'],
  ['SCRIPT', 'LOAD', 'return 1'],
  ['FUNCTION', 'LIST'],
  ['ACL', 'LIST'],
  ['ACL', 'SETUSER', 'default', 'on', 'nopass', '~*', '+@all'],
  ['CLIENT', 'LIST'],
  ['MONITOR'],
  ['SLOWLOG', 'GET'],
  ['SAVE'],
  ['SHUTDOWN'],
  ['REPLICAOF', '127.0.0.1', '1'],
  ['MODULE', 'LIST'],
  ['PUBLISH', 'jawhara:x', 'x'],
  ['SUBSCRIBE', 'jawhara:x'],
  ['DUMP', 'jawhara:shield:x'],
  ['RENAME', 'jawhara:shield:x', 'jawhara:shield:y'],
  ['GET', 'other:key'],
  ['SET', 'other:key', '1'],
  ['GET', 'jawharaother'],
];

describe('commands that Redis refuses', () => {
  it.each(['web', 'worker'] as const)(
    'the Redis user %s may not run commands or read keys it does not need',
    async (user) => {
      const redis = new Redis(server.urlOf(user), { enableReadyCheck: false });
      try {
        const answered: string[] = [];
        for (const [command, ...args] of NO_USER) {
          const refusal = await redis.call(command, ...args).then(String, (error: Error) => error.message);
          if (!refusal.startsWith('NOPERM')) answered.push(`${[command, ...args].join(' ')}: ${refusal}`);
        }
        expect(answered).toEqual([]);
      } finally {
        redis.disconnect();
      }
    },
  );

  it('a script run by the Redis user web may do no more than the user itself', async () => {
    const redis = new Redis(server.urlOf('web'));
    try {
      await expect(redis.eval("return redis.call('FLUSHALL')", 0)).rejects.toThrow(
        /NOPERM|can't run this command/,
      );
      await expect(redis.eval("return redis.call('GET', 'other:key')", 0)).rejects.toThrow(
        /NOPERM|can't access/,
      );
      await expect(redis.eval('return 1', 1, 'other:key')).rejects.toThrow('NOPERM');
    } finally {
      redis.disconnect();
    }
  });

  it('the Redis user worker may not run scripts, delete counts of attempts, or read counts of tries and look-ups', async () => {
    const redis = new Redis(server.urlOf('worker'));
    try {
      await expect(redis.eval('return 1', 0)).rejects.toThrow('NOPERM');
      await expect(redis.del('jawhara:shield:x')).rejects.toThrow('NOPERM');
      for (const key of ['jawhara:limit:login:me', 'jawhara:names:x'])
        await expect(redis.get(key)).rejects.toThrow('NOPERM');
    } finally {
      redis.disconnect();
    }
  });

  it('Redis refuses a client without a user, with a wrong password, or as the default user', async () => {
    const url = new URL(server.urlOf('web'));
    const callers = [
      `redis://${url.host}`,
      `redis://web:wrong@${url.host}`,
      `redis://default:wrong@${url.host}`,
    ];
    for (const caller of callers) {
      const redis = new Redis(caller, { retryStrategy: null, maxRetriesPerRequest: 0 });
      redis.on('error', () => {});
      await expect(redis.get('jawhara:x')).rejects.toThrow(/NOAUTH|WRONGPASS|closed/);
      redis.disconnect();
    }
  });
});

describe('Redis over TLS', () => {
  it('Redis over TLS is trusted when the configured authority signed its certificate', async () => {
    const settings = { answersWithinMs: PATIENT_MS, ca: server.ca };
    const redis = await connected(connectRedis(server.tlsUrlOf('web'), logger, settings));
    expect(await redis.ping()).toBe('PONG');
  });

  it.each([
    ['another authority', () => server.otherCa],
    ['none', () => null],
  ])('Redis over TLS is not trusted with %s as the configured authority', async (_what, ca) => {
    const redis = connectRedis(server.tlsUrlOf('web'), logger, { answersWithinMs: PATIENT_MS, ca: ca() });
    opened.push(redis);
    await vi.waitFor(() => expect(warnings.join()).toMatch(/self-signed|unable to verify|certificate/));
    await expect(redis.ping()).rejects.toThrow('away');
  });

  it('the TLS port of Redis refuses a connection without TLS', async () => {
    const inClear = server.tlsUrlOf('web').replace('rediss://', 'redis://');
    const redis = connectRedis(inClear, logger, { answersWithinMs: PATIENT_MS });
    opened.push(redis);
    await expect(redis.ping()).rejects.toThrow('away');
  });
});
