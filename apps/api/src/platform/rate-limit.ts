import type { Redis } from './redis.ts';
import type { Logger } from 'pino';

export interface RateLimit {
  /** Null when allowed; otherwise the seconds to wait. */
  secondsToWait(who: readonly string[], most: number): Promise<number | null>;
}

const WINDOW_S = 60;

/** Counts per window in Redis, so that every instance counts together. Without Redis it lets people through: a payer must not pay for our outage. */
export function rateLimit(redis: Redis, name: string, logger: Logger): RateLimit {
  return {
    async secondsToWait(who, most) {
      const keys = who.map((one) => `limit:${name}:${one}`);
      try {
        const pipeline = redis.multi();
        for (const key of keys) pipeline.incr(key).expire(key, WINDOW_S, 'NX').ttl(key);
        const answers = (await pipeline.exec()) ?? [];
        const waits = keys.map((_, i) => ({
          count: Number(answers[i * 3]?.[1]),
          ttlS: Number(answers[i * 3 + 2]?.[1]),
        }));
        const over = waits.filter(({ count }) => count > most);
        return over.length === 0 ? null : Math.max(1, ...over.map(({ ttlS }) => ttlS));
      } catch (error) {
        logger.warn({ limit: name, err: (error as Error).message }, 'rate limit not counted');
        return null;
      }
    },
  };
}
