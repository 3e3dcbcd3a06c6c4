import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { redisScript, type Redis } from '../platform/redis.ts';
import { sharesOf } from './networks.ts';

/** A limit: its key, a window of time, and how many different ids may be looked up within the window. */
export interface Shelf {
  readonly key: string;
  readonly windowMs: number;
  readonly most: number;
}

export interface LookupMemory {
  /** Allows all of the ids or none, like the script in Redis. Returns 0, or the milliseconds to wait. */
  learn(shelves: readonly Shelf[], ids: readonly string[], nowMs: number): number;
}

/** While Redis does not answer, each process counts alone, so each allows less. */
const ALONE_FACTOR = 0.5;
/** At most so many limits are stored; the least recently used is dropped first. */
const SHELVES_MAX = 5_000;

/** The ids that were looked up, with the time of each, the oldest first. */
type Learned = Map<string, number>;

function dropOld(learned: Learned, beforeMs: number): void {
  for (const [id, atMs] of learned) {
    if (atMs > beforeMs) break;
    learned.delete(id);
  }
}

function lookupMemory(): LookupMemory {
  const shelves = new Map<string, Learned>();

  /** Returns the ids of a limit. The entry is removed and inserted again, so that the map is ordered by last use. */
  function take(key: string): Learned {
    const learned = shelves.get(key) ?? new Map<string, number>();
    shelves.delete(key);
    shelves.set(key, learned);
    for (const oldest of shelves.keys()) {
      if (shelves.size <= SHELVES_MAX) break;
      shelves.delete(oldest);
    }
    return learned;
  }

  return {
    learn(shelves, ids, nowMs) {
      const filledShelves = shelves.map((shelf) => ({ ...shelf, learned: take(shelf.key) }));
      let waitMs = 0;
      for (const { learned, windowMs, most } of filledShelves) {
        dropOld(learned, nowMs - windowMs);
        const fresh = ids.filter((id) => !learned.has(id)).length;
        if (fresh === 0 || learned.size + fresh <= most * ALONE_FACTOR) continue;
        const [oldestMs = nowMs] = learned.values();
        waitMs = Math.max(waitMs, oldestMs + windowMs - nowMs);
      }
      if (waitMs > 0) return waitMs;
      for (const { learned } of filledShelves)
        for (const id of ids) if (!learned.has(id)) learned.set(id, nowMs);
      return 0;
    },
  };
}

export interface Learner {
  readonly address: string;
  readonly device: string;
}

export interface LookupBudget {
  /**
   * Called before anything about these ids is shown. Null if the caller may see them; otherwise the seconds to wait.
   * Ids that the caller has already seen count no second time.
   */
  secondsToWait(learner: Learner, ids: readonly string[]): Promise<number | null>;
  /**
   * Called if the id named no account: nothing was shown, so the id is not counted. Guessing is stopped by the limit on
   * calls.
   */
  giveBack(learner: Learner, ids: readonly string[]): Promise<void>;
}

/** How many different ids a device, or an address, may look up in any window of this length. */
export interface LookupLimit {
  /** The prefix of its keys in Redis. Two limits of the same address need different ones. */
  readonly shelf: string;
  readonly of: 'device' | 'address';
  readonly windowMs: number;
  readonly most: number;
}

/**
 * Allows all of the ids or none in one step of Redis, so that a hundred look-ups at once cannot pass together. KEYS:
 * one set per limit. ARGV: now, then window and size of each limit, then the ids.
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
 * Stops visitors from listing accounts. The ids that a caller has seen are stored in a set sorted by time. So the limit
 * holds for any hour, not only for calendar hours, and many people behind one address who look up the same recipient
 * count once.
 */
export function lookupBudget(deps: {
  readonly redis: Redis;
  readonly now: Clock;
  readonly logger: Logger;
  /** The kind of look-up, for logs. */
  readonly name: string;
  readonly limits: readonly LookupLimit[];
  /**
   * The rule without Redis (decision 5): look-ups of a recipient are let through, because payers need them to pay;
   * look-ups of account statuses are counted by each process alone.
   */
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
