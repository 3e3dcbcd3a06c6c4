import { setTimeout as pause } from 'node:timers/promises';
import { Command, Redis } from 'ioredis';
import type { Logger } from 'pino';

const PROBE_EVERY_MS = 250;

/** With these the client introduces itself before it is ready. */
const INTRODUCTIONS = new Set(['auth', 'hello', 'select', 'client', 'readonly', 'info']);

/**
 * A Redis that hangs would hold up every request for as long as each is ready to wait. So the first question that is not
 * answered in time ends the waiting of all: they and everybody after them go on without Redis at once, and nobody but a
 * probe asks until one was answered in time.
 */
function enforceRedisDeadline(redis: Redis, answersWithinMs: number, logger: Logger): void {
  const send = redis.sendCommand.bind(redis);
  /** Oldest first, with the time it was sent. */
  const waiting = new Map<Command, number>();
  let isAway = false;
  let timer: NodeJS.Timeout | undefined;

  function lookAfter(ms: number): void {
    // A thread that was busy itself finds the answer before it asks whether there is one.
    timer ??= setTimeout(() => setImmediate(look), ms).unref();
  }

  function look(): void {
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
    command.promise.then(isOver, isOver);
    lookAfter(answersWithinMs);
    return send(command, stream);
  };
}

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
