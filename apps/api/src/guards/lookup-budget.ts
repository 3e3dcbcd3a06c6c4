import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { redisScript, type Redis } from '../platform/redis.ts';
import { lookupMemory, type Shelf } from './lookup-memory.ts';
import { sharesOf } from './networks.ts';

export interface Learner {
  readonly address: string;
  readonly device: string;
}

export interface LookupBudget {
  /** Before something is shown of these ids. Null when it may be; otherwise the seconds to wait. An id already shown to them is free. */
  secondsToWait(learner: Learner, ids: readonly string[]): Promise<number | null>;
  /** The id named no account: nothing was learned, so nothing is spent. Guessing is stopped by the limit on calls. */
  giveBack(learner: Learner, ids: readonly string[]): Promise<void>;
}

/** How many different ids a device, or an address, may learn in any window of this length. */
export interface LookupLimit {
  /** The first part of its keys; two limits of the same address need two. */
  readonly shelf: string;
  readonly of: 'device' | 'address';
  readonly windowMs: number;
  readonly most: number;
}

/**
 * All or nothing, in one step of Redis, so that a hundred look-ups at once do not slip through together.
 * KEYS: one set per shelf. ARGV: now, then the length and the size of each shelf, then the ids.
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
 * Look-ups are no directory. Which ids somebody has seen is kept as a set by time: so any hour counts, not only those of
 * the clock, and a shared address pays once for the friend whom everybody there recharges.
 */
export function lookupBudget(deps: {
  readonly redis: Redis;
  readonly now: Clock;
  readonly logger: Logger;
  /** The kind of data that is learned, for logs. */
  readonly name: string;
  readonly limits: readonly LookupLimit[];
  /** Decision 5: a payer who cannot look up the recipient cannot pay; nobody needs a stranger's status to pay. */
  readonly withoutRedis: 'let-through' | 'count-alone';
  readonly onRefused: () => void;
}): LookupBudget {
  const { name } = deps;
  const shelvesOf = ({ device, address }: Learner): Shelf[] =>
    deps.limits.flatMap(({ shelf, of, windowMs, most }) => {
      const shares = of === 'device' ? [{ who: `device:${device}`, most }] : sharesOf(address, most);
      return shares.map((share) => ({ key: `${shelf}:${share.who}`, windowMs, most: share.most }));
    });
  const learn = redisScript(deps.redis, 'learnNames', LEARN);
  const memory = lookupMemory();

  async function waitMs(shelves: readonly Shelf[], ids: readonly string[]): Promise<number> {
    const now = deps.now().getTime();
    try {
      const sizes = shelves.flatMap(({ windowMs, most }) => [windowMs, most]);
      return Number(
        await learn(
          shelves.map(({ key }) => key),
          [now, ...sizes, ...ids],
        ),
      );
    } catch (error) {
      deps.logger.warn({ limit: name, err: (error as Error).message }, 'rate limit not counted together');
      return deps.withoutRedis === 'let-through' ? 0 : memory.learn(shelves, ids, now);
    }
  }

  return {
    async secondsToWait(learner, ids) {
      if (ids.length === 0) return null;
      const wait = await waitMs(shelvesOf(learner), ids);
      if (wait === 0) return null;
      deps.onRefused();
      return Math.max(1, Math.ceil(wait / 1000));
    },
    async giveBack(learner, ids) {
      try {
        const pipeline = deps.redis.pipeline();
        for (const { key } of shelvesOf(learner)) pipeline.zrem(key, ...ids);
        await pipeline.exec();
      } catch (error) {
        deps.logger.warn({ limit: name, err: (error as Error).message }, 'ids not given back');
      }
    },
  };
}
