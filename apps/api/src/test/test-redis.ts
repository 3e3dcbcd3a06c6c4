import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { connectRedis, KEY_PREFIX, type Redis } from '../platform/redis.ts';

/**
 * A connection with a key prefix of its own and a long time-out: otherwise a busy machine would look like a Redis that
 * does not answer.
 */
export function testRedis(
  url: string,
  logger: Logger,
  name: string = randomUUID(),
  answersWithinMs = 60_000,
): Redis {
  return connectRedis(url, logger, { keyPrefix: `${KEY_PREFIX}${name}:`, answersWithinMs });
}
