import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { connectRedis, KEY_PREFIX, type Redis } from '../platform/redis.ts';

/** Has its own key prefix and a long deadline: otherwise a busy machine would look like a Redis that is away. */
export function testRedis(
  url: string,
  logger: Logger,
  name: string = randomUUID(),
  answersWithinMs = 60_000,
): Redis {
  return connectRedis(url, logger, { keyPrefix: `${KEY_PREFIX}${name}:`, answersWithinMs });
}
