import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { enforceRedisDeadline } from './redis-deadline.ts';

export type { Redis } from 'ioredis';

export interface RedisSettings {
  readonly keyPrefix?: string;
  /** Later than this Redis counts as away, and everybody goes on without it. */
  readonly answersWithinMs?: number;
  /** The certificate authority of a Redis that is reached over TLS (rediss://); null or absent: those that Node knows. */
  readonly ca?: string | null;
}

/** The users of deploy/redis/users.acl reach keys that begin with this, and no other. */
export const KEY_PREFIX = 'jawhara:';

/** Limits and rooms. Never a fact about money: losing Redis must cost convenience only. */
export function connectRedis(url: string, logger: Logger, settings: RedisSettings = {}): Redis {
  const { keyPrefix = KEY_PREFIX, answersWithinMs = 100, ca } = settings;
  const redis = new Redis(url, {
    keyPrefix,
    ...(ca ? { tls: { ca } } : {}),
    // A command that the users of deploy/redis/users.acl do not have.
    disableClientInfo: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    // A connection on which nothing comes any more is given up, so that another is tried.
    socketTimeout: Math.max(5_000, 2 * answersWithinMs),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    lazyConnect: false,
    // Commands of several requests in the same moment go out as one write.
    enableAutoPipelining: true,
    autoPipeliningIgnoredCommands: [],
  });
  enforceRedisDeadline(redis, answersWithinMs, logger);
  redis.on('error', (error: Error) => logger.warn({ err: error.message }, 'redis is away'));
  return redis;
}

export type RedisScript = (keys: readonly string[], values: readonly (string | number)[]) => Promise<unknown>;

/** Steps that Redis runs as one. Their text is sent once for each connection, afterwards only its digest. */
export function redisScript(redis: Redis, name: string, lua: string): RedisScript {
  redis.defineCommand(name, { lua });
  // Among gathered commands the client would send the whole text each time.
  redis.options.autoPipeliningIgnoredCommands?.push(name);
  const scripted = redis as unknown as Record<string, (...args: (string | number)[]) => Promise<unknown>>;
  return (keys, values) => {
    const run = scripted[name];
    if (!run) throw new Error(`the script ${name} is not defined`);
    return run.call(redis, keys.length, ...keys, ...values);
  };
}
