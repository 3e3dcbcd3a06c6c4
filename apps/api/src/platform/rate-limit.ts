import type { Logger } from 'pino';
import type { Redis } from './redis.ts';

/** The key of a counter, and how much it allows per window of time. */
export interface Allowance {
  readonly who: string;
  readonly most: number;
}

export interface RateLimit {
  /**
   * Null when every allowance covers the call; otherwise the seconds to wait. A refused call counts too, so repeating it
   * does not help.
   */
  secondsToWait(allowances: readonly Allowance[], cost?: number): Promise<number | null>;
}

/**
 * Whether calls pass or are refused while Redis does not answer. Payers must not suffer from our outage, but a limit
 * that protects secrets must not be switched off by one.
 */
export type WithoutRedis = 'let-through' | 'refuse';

const RETRY_WITHOUT_REDIS_S = 10;

/** Limits calls by counters in Redis, which all processes share. */
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
