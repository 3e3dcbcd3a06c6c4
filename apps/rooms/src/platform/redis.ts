import { Redis } from 'ioredis';
import type { RoomEnv } from '../env.ts';
import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

const COMMAND_WITHIN_MS = 2_000;
const RETRY_AFTER_MS = 250;

function addressOf({ url, sentinels, sentinelName, ca }: RoomEnv['redis']) {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  const login = {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1) || 0),
    ...(protocol === 'rediss:' ? { tls: ca === null ? {} : { ca } } : {}),
  };
  if (sentinels.length === 0) return { ...login, host: hostname, port: Number(port || 6379) };
  return {
    ...login,
    sentinels: [...sentinels],
    name: sentinelName,
    sentinelRetryStrategy: () => RETRY_AFTER_MS,
    sentinelCommandTimeout: COMMAND_WITHIN_MS,
  };
}

/** A command on a lost connection fails at once instead of waiting: the caller decides what to do. */
export function connectRedis(
  settings: RoomEnv['redis'],
  logger: Logger,
  name: string,
  stopping: AbortSignal,
): Redis {
  const options = {
    ...addressOf(settings),
    // The users of deploy/redis/users.acl may not run CLIENT SETINFO, which the library would send at connecting.
    disableClientInfo: true,
    connectTimeout: COMMAND_WITHIN_MS,
    commandTimeout: COMMAND_WITHIN_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    keepAlive: 5_000,
    retryStrategy: () => RETRY_AFTER_MS,
    // The primary has become a replica: look up the new primary.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
    // The hub subscribes again itself, and reads each room afterwards.
    autoResubscribe: false,
  };
  const redis = new Redis(options);
  // During a failover the client sometimes gives up for good; a gateway must reconnect.
  redis.on('end', () => {
    if (!stopping.aborted) setTimeout(() => void redis.connect().catch(() => {}), RETRY_AFTER_MS);
  });
  redis.on('error', (error: Error) => logger.warn({ connection: name, err: error.message }, 'redis is away'));
  return redis;
}
