import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { connectRedis, KEY_PREFIX, type Redis } from '../platform/redis.ts';

/** Keys of its own, and patience: what happens without Redis has tests of its own, and a busy machine is not one of them. */
export function testRedis(
  url: string,
  logger: Logger,
  name: string = randomUUID(),
  answersWithinMs = 60_000,
): Redis {
  return connectRedis(url, logger, { keyPrefix: `${KEY_PREFIX}${name}:`, answersWithinMs });
}
