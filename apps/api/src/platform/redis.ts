import { Redis } from 'ioredis';
import type { Logger } from 'pino';

export type { Redis } from 'ioredis';

/** Limits and rooms. Never a fact about money: losing Redis must cost convenience only. */
export function connectRedis(url: string, logger: Logger, keyPrefix = 'jawhara:'): Redis {
  const redis = new Redis(url, {
    keyPrefix,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    enableOfflineQueue: false,
    lazyConnect: false,
    // What several requests ask in the same moment goes out as one write.
    enableAutoPipelining: true,
  });
  redis.on('error', (error: Error) => logger.warn({ err: error.message }, 'redis is away'));
  return redis;
}
