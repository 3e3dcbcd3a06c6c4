import { setTimeout as pause } from 'node:timers/promises';
import { Command, Redis } from 'ioredis';
import type { Logger } from 'pino';
import { inChildSpan } from './tracing.ts';

const PROBE_EVERY_MS = 250;

/** Commands by which the client sets up a connection before it is ready. */
const INTRODUCTIONS = new Set(['auth', 'hello', 'select', 'client', 'readonly', 'info']);

/**
 * A Redis that hangs would delay every request by its full time-out. So the first command that is not answered in time
 * fails all waiting commands, and later ones fail at once; only a ping is sent until one is answered in time.
 */
function enforceRedisDeadline(redis: Redis, answersWithinMs: number, logger: Logger): void {
  const send = redis.sendCommand.bind(redis);
  /** Commands without an answer and when each was sent, the oldest first. */
  const waiting = new Map<Command, number>();
  let isAway = false;
  let timer: NodeJS.Timeout | undefined;

  function lookAfter(ms: number): void {
    // A busy event loop must first read answers that have arrived before it checks for late ones.
    timer ??= setTimeout(() => setImmediate(checkDeadline), ms).unref();
  }

  function checkDeadline(): void {
    timer = undefined;
    const [oldest] = waiting.values();
    if (oldest === undefined) return;
    const leftMs = oldest + answersWithinMs - performance.now();
    if (leftMs > 0) return lookAfter(leftMs);
    isAway = true;
    logger.warn({ waiting: waiting.size, answersWithinMs }, 'redis answers too slowly: treated as away');
    for (const command of waiting.keys()) command.reject(new Error('redis answers too slowly'));
    waiting.clear();
    void probe();
  }

  async function probe(): Promise<void> {
    while (redis.status !== 'end') {
      const probedAtMs = performance.now();
      const hasAnswered = await Promise.resolve(send(new Command('ping'))).then(
        () => true,
        () => false,
      );
      if (hasAnswered && performance.now() - probedAtMs <= answersWithinMs) break;
      await pause(PROBE_EVERY_MS, undefined, { ref: false });
    }
    isAway = false;
    logger.info('redis answers in time again');
  }

  redis.sendCommand = (command, stream) => {
    if (redis.status !== 'ready' && INTRODUCTIONS.has(command.name)) return send(command, stream);
    if (isAway || redis.status !== 'ready') {
      command.reject(new Error('redis is away'));
      return command.promise;
    }
    waiting.set(command, performance.now());
    const isOver = () => void waiting.delete(command);
    inChildSpan(`redis ${command.name}`, {}, () => command.promise).then(isOver, isOver);
    lookAfter(answersWithinMs);
    return send(command, stream);
  };
}

export type { Redis } from 'ioredis';

export interface RedisSettings {
  readonly keyPrefix?: string;
  /** An answer that takes longer counts as no answer, and all callers continue without Redis. */
  readonly answersWithinMs?: number;
  /** The certificate authority for Redis over TLS (rediss://); null or absent: Node's defaults. */
  readonly ca?: string | null;
}

/** The prefix of all keys: the users of deploy/redis/users.acl reach no others. */
export const KEY_PREFIX = 'jawhara:';

/** Connects to Redis, for limits and rooms. It stores no fact about money: losing it may cost nothing but convenience. */
export function connectRedis(url: string, logger: Logger, settings: RedisSettings = {}): Redis {
  const { keyPrefix = KEY_PREFIX, answersWithinMs = 100, ca } = settings;
  const redis = new Redis(url, {
    keyPrefix,
    ...(ca ? { tls: { ca } } : {}),
    // Prevents a command that the users of deploy/redis/users.acl may not use.
    disableClientInfo: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    // A connection on which nothing arrives for this long is replaced.
    socketTimeout: Math.max(5_000, 2 * answersWithinMs),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    lazyConnect: false,
    // Commands of several requests at the same moment are sent in one write.
    enableAutoPipelining: true,
    autoPipeliningIgnoredCommands: [],
  });
  enforceRedisDeadline(redis, answersWithinMs, logger);
  redis.on('error', (error: Error) => logger.warn({ err: error.message }, 'redis is away'));
  return redis;
}

export type RedisScript = (keys: readonly string[], values: readonly (string | number)[]) => Promise<unknown>;

/** A script that Redis runs as one step. Its text is sent once per connection, afterwards only its digest. */
export function redisScript(redis: Redis, name: string, lua: string): RedisScript {
  redis.defineCommand(name, { lua });
  // In a pipeline the client would send the whole text of the script each time.
  redis.options.autoPipeliningIgnoredCommands?.push(name);
  const scripted = redis as unknown as Record<string, (...args: (string | number)[]) => Promise<unknown>>;
  return (keys, values) => {
    const run = scripted[name];
    if (!run) throw new Error(`the script ${name} is not defined`);
    return run.call(redis, keys.length, ...keys, ...values);
  };
}
