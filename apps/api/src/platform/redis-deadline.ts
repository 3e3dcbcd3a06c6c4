import { setTimeout as pause } from 'node:timers/promises';
import { Command, type Redis } from 'ioredis';
import type { Logger } from 'pino';

const PROBE_EVERY_MS = 250;

/** With these the client introduces itself before it is ready. */
const INTRODUCTIONS = new Set(['auth', 'hello', 'select', 'client', 'readonly', 'info']);

/**
 * A Redis that hangs would hold up every request for as long as each is ready to wait. So the first question that is not
 * answered in time ends the waiting of all: they and everybody after them go on without Redis at once, and nobody but a
 * probe asks until one was answered in time.
 */
export function enforceRedisDeadline(redis: Redis, answersWithinMs: number, logger: Logger): void {
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
      const askedAtMs = performance.now();
      const hasAnswered = await Promise.resolve(send(new Command('ping'))).then(
        () => true,
        () => false,
      );
      if (hasAnswered && performance.now() - askedAtMs <= answersWithinMs) break;
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
