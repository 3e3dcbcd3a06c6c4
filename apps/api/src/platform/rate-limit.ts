import type { Logger } from 'pino';
import type { Redis } from './redis.ts';

/** A caller, and how much it may spend in one window. */
export interface Allowance {
  readonly who: string;
  readonly most: number;
}

export interface RateLimit {
  /** Null when every allowance still covers it; otherwise the seconds to wait. What is refused is spent all the same: trying on does not help. */
  secondsToWait(allowances: readonly Allowance[], cost?: number): Promise<number | null>;
}

/** A payer must not pay for our outage; a guard of secrets must not fall to one. */
export type WithoutRedis = 'let-through' | 'refuse';

const RETRY_WITHOUT_REDIS_S = 10;

/** Counts per window in Redis, so that every instance counts together. */
export function rateLimit(
  redis: Redis,
  name: string,
  windowS: number,
  logger: Logger,
  withoutRedis: WithoutRedis = 'let-through',
): RateLimit {
  return {
    async secondsToWait(allowances, cost = 1) {
      try {
        const pipeline = redis.multi();
        for (const { who } of allowances) {
          const key = `limit:${name}:${who}`;
          pipeline.incrby(key, cost).expire(key, windowS, 'NX').ttl(key);
        }
        const answers = (await pipeline.exec()) ?? [];
        const waits = allowances.flatMap(({ most }, i) => {
          const spent = Number(answers[i * 3]?.[1]);
          const ttlS = Number(answers[i * 3 + 2]?.[1]);
          return spent > most ? [ttlS] : [];
        });
        return waits.length === 0 ? null : Math.max(1, ...waits);
      } catch (error) {
        logger.warn({ limit: name, err: (error as Error).message }, 'rate limit not counted');
        return withoutRedis === 'refuse' ? RETRY_WITHOUT_REDIS_S : null;
      }
    },
  };
}
