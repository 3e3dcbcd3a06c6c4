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

/** A command on a lost connection fails at once: the caller decides what that means, nothing waits unseen. */
export function connectRedis(
  settings: RoomEnv['redis'],
  logger: Logger,
  name: string,
  stopping: AbortSignal,
): Redis {
  const options = {
    ...addressOf(settings),
    // A command that the users of deploy/redis/users.acl do not have.
    disableClientInfo: true,
    connectTimeout: COMMAND_WITHIN_MS,
    commandTimeout: COMMAND_WITHIN_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    keepAlive: 5_000,
    retryStrategy: () => RETRY_AFTER_MS,
    // A primary that has become a replica: another one is looked up.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
    // The hub subscribes anew itself, and reads each room after that.
    autoResubscribe: false,
  };
  const redis = new Redis(options);
  // The client gives up for good in some moments of a failover; a gateway never does.
  redis.on('end', () => {
    if (!stopping.aborted) setTimeout(() => void redis.connect().catch(() => {}), RETRY_AFTER_MS);
  });
  redis.on('error', (error: Error) => logger.warn({ connection: name, err: error.message }, 'redis is away'));
  return redis;
}
