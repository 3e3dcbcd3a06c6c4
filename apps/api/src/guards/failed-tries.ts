import type { Logger } from 'pino';
import { redisScript, type Redis } from '../platform/redis.ts';
import type { Share } from './networks.ts';

/** A reserved try, which may go on, or the time until the next try is allowed. */
export type TryReservation =
  | { readonly kind: 'reserved'; readonly release: () => Promise<void> }
  | { readonly kind: 'refused'; readonly retryAfterS: number };

/**
 * Counts failed tries at a secret, such as a password. A try is counted before the secret is checked, and its count is
 * taken back if the secret was right.
 */
export interface FailedTries {
  reserve(shares: readonly Share[]): Promise<TryReservation>;
}

/**
 * KEYS: counters. ARGV: the seconds of a window, then the limit of each counter. Counts a try in every counter or in
 * none, so that a refused try is counted nowhere. Returns 0 and the end of each counter's window, or 1 and the
 * milliseconds to wait.
 */
const RESERVE = `
local isSpent, waitMs = 0, 0
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or '0') >= tonumber(ARGV[i + 1]) then
    isSpent = 1
    waitMs = math.max(waitMs, redis.call('PTTL', KEYS[i]))
  end
end
if isSpent == 1 then return { 1, waitMs } end
local answer = { 0 }
for i = 1, #KEYS do
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('EXPIRE', KEYS[i], ARGV[1]) end
  answer[i + 1] = redis.call('PEXPIRETIME', KEYS[i])
end
return answer`;

/**
 * KEYS: counters. ARGV: the end of the window in which each try was counted. A counter whose window has ended since is
 * left alone.
 */
const RELEASE = `
for i = 1, #KEYS do
  if redis.call('PEXPIRETIME', KEYS[i]) == tonumber(ARGV[i]) then redis.call('DECR', KEYS[i]) end
end
return 0`;

const RETRY_WITHOUT_REDIS_S = 10;

/**
 * Counts in Redis, for all processes together. Without Redis every try is refused: an outage must not switch off a
 * limit that protects secrets.
 */
export function failedTries(deps: {
  readonly redis: Redis;
  readonly name: string;
  readonly windowS: number;
  readonly logger: Logger;
}): FailedTries {
  const { redis, name, windowS, logger } = deps;
  const reserve = redisScript(redis, 'reserveTry', RESERVE);
  const release = redisScript(redis, 'releaseTry', RELEASE);
  const warn = (error: unknown, message: string): void =>
    logger.warn({ limit: name, err: (error as Error).message }, message);
  return {
    async reserve(shares) {
      const keys = shares.map(({ who }) => `tries:${name}:${who}`);
      try {
        const limits = shares.map(({ most }) => most);
        const [isSpent, ...rest] = (await reserve(keys, [windowS, ...limits])) as number[];
        if (isSpent === 1)
          return { kind: 'refused', retryAfterS: Math.max(1, Math.ceil((rest[0] ?? 0) / 1000)) };
        return {
          kind: 'reserved',
          release: async () => {
            try {
              await release(keys, rest);
            } catch (error) {
              warn(error, 'a good try stays counted');
            }
          },
        };
      } catch (error) {
        warn(error, 'tries cannot be counted');
        return { kind: 'refused', retryAfterS: RETRY_WITHOUT_REDIS_S };
      }
    },
  };
}
