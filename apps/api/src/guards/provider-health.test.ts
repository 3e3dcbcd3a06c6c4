import { PROVIDER_HEALTH_WINDOW_S } from '@jawhara/domain';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import type { Redis } from '../platform/redis.ts';
import { testRedis } from '../test/test-redis.ts';
import { providerHealth, type ProviderHealth } from './provider-health.ts';

const logger = pino({ level: 'silent' });
let redis: Redis;
let nowMs: number;
let health: ProviderHealth;

beforeEach(async () => {
  redis = testRedis(inject('redisUrl'), logger, randomUUID());
  await new Promise((resolve) => redis.once('ready', resolve));
  nowMs = Date.UTC(2026, 10, 15);
  health = providerHealth(redis, [13, 17, 6], () => new Date(nowMs), logger);
});
afterEach(() => redis.disconnect());

const seconds = (count: number): void => void (nowMs += count * 1_000);

async function breakDown(): Promise<void> {
  for (let call = 0; call < 3; call += 1) health.note(13, 'unknown');
  await redis.ping(); // by the answer to the ping the counts are stored
  seconds(1);
  expect(await health.failing()).toEqual([13]);
}

it('a provider that does not answer counts as failing until those calls are older than the time window', async () => {
  await breakDown();
  seconds(PROVIDER_HEALTH_WINDOW_S);
  expect(await health.failing()).toEqual([]);
});

it('when Redis is lost, failing providers count as failing for one more window, and then no provider does', async () => {
  await breakDown();
  redis.disconnect();
  seconds(PROVIDER_HEALTH_WINDOW_S / 2);
  expect(await health.failing()).toEqual([13]);
  seconds(PROVIDER_HEALTH_WINDOW_S);
  expect(await health.failing()).toEqual([]);
});

it('the failing providers are read from Redis at most once a second', async () => {
  await breakDown();
  const pipelineSpy = vi.spyOn(redis, 'pipeline');
  expect(await health.failing()).toEqual([13]);
  expect(pipelineSpy).not.toHaveBeenCalled();
  seconds(1);
  await health.failing();
  expect(pipelineSpy).toHaveBeenCalled();
});
