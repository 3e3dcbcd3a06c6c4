import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { redisScript, type Redis } from '../platform/redis.ts';
import { sharesOf } from './networks.ts';

export interface Learner {
  readonly address: string;
  readonly device: string;
}

export interface NameBudget {
  /** Before names are shown. Null when they may be; otherwise the seconds to wait. A name already shown to them is free. */
  secondsToWait(learner: Learner, names: readonly string[]): Promise<number | null>;
  /** There was nobody: nothing was learned, so nothing is spent. Who only guesses is stopped by the limit on calls. */
  giveBack(learner: Learner, names: readonly string[]): Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * All or nothing, in one step of Redis, so that a hundred look-ups at once do not slip through together.
 * KEYS: one set per shelf. ARGV: now, then the length and the size of each shelf, then the names.
 */
const LEARN = `
local now, shelves = tonumber(ARGV[1]), #KEYS
local wait = 0
for i = 1, shelves do
  local window, most, fresh = tonumber(ARGV[i * 2]), tonumber(ARGV[i * 2 + 1]), 0
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - window)
  for n = shelves * 2 + 2, #ARGV do
    if not redis.call('ZSCORE', KEYS[i], ARGV[n]) then fresh = fresh + 1 end
  end
  if fresh > 0 and redis.call('ZCARD', KEYS[i]) + fresh > most then
    local oldest = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')[2]
    wait = math.max(wait, tonumber(oldest or now) + window - now)
  end
end
if wait > 0 then return wait end
for i = 1, shelves do
  for n = shelves * 2 + 2, #ARGV do redis.call('ZADD', KEYS[i], 'NX', now, ARGV[n]) end
  redis.call('PEXPIRE', KEYS[i], ARGV[i * 2])
end
return 0`;

/**
 * Look-ups are no directory. Which names somebody has seen is kept as a set by time: so any hour counts, not only those of
 * the clock, and a shared address pays once for the friend whom everybody there recharges.
 */
export function nameBudget(deps: {
  readonly redis: Redis;
  readonly now: Clock;
  readonly logger: Logger;
  readonly perDeviceMinute: number;
  readonly perAddressHour: number;
  readonly onRefused: () => void;
}): NameBudget {
  /** Each remembers for its time, and holds no more names than it may learn in that. */
  const shelvesOf = ({ device, address }: Learner) => [
    { key: `names:device:${device}`, windowMs: MINUTE_MS, most: deps.perDeviceMinute },
    ...sharesOf(address, deps.perAddressHour).map(({ who, most }) => ({
      key: `names:${who}`,
      windowMs: HOUR_MS,
      most,
    })),
  ];
  const learn = redisScript(deps.redis, 'learnNames', LEARN);

  return {
    async secondsToWait(learner, names) {
      if (names.length === 0) return null;
      const shelves = shelvesOf(learner);
      try {
        const now = deps.now().getTime();
        const wait = await learn(
          shelves.map(({ key }) => key),
          [now, ...shelves.flatMap(({ windowMs, most }) => [windowMs, most]), ...names],
        );
        if (wait === 0) return null;
        deps.onRefused();
        return Math.max(1, Math.ceil(Number(wait) / 1000));
      } catch (error) {
        deps.logger.warn({ limit: 'names', err: (error as Error).message }, 'rate limit not counted');
        return null;
      }
    },
    async giveBack(learner, names) {
      try {
        const pipeline = deps.redis.pipeline();
        for (const { key } of shelvesOf(learner)) pipeline.zrem(key, ...names);
        await pipeline.exec();
      } catch (error) {
        deps.logger.warn({ limit: 'names', err: (error as Error).message }, 'names not given back');
      }
    },
  };
}
