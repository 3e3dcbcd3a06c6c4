import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { redisScript, type Redis } from '../platform/redis.ts';
import { sharesOf } from './networks.ts';

/** A budget: a key, a time window, and how many different ids may be learned within it. */
export interface Shelf {
  readonly key: string;
  readonly windowMs: number;
  readonly most: number;
}

export interface LookupMemory {
  /** Like the script in Redis, all or nothing. 0, or the milliseconds to wait. */
  learn(shelves: readonly Shelf[], ids: readonly string[], nowMs: number): number;
}

/** While Redis is away each instance counts alone, so each allows less. */
const ALONE_FACTOR = 0.5;
/** The least recently used budget is dropped first. */
const SHELVES_MAX = 5_000;

/** Ids with the time they were learned, oldest first. */
type Learned = Map<string, number>;

function dropOld(learned: Learned, beforeMs: number): void {
  for (const [id, atMs] of learned) {
    if (atMs > beforeMs) break;
    learned.delete(id);
  }
}

function lookupMemory(): LookupMemory {
  const shelves = new Map<string, Learned>();

  /** Removed and inserted again, so that the map is ordered by last use. */
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
   * Ids that the caller has seen already are free.
   */
  secondsToWait(learner: Learner, ids: readonly string[]): Promise<number | null>;
  /** The id named no account, so nothing was learned and its cost is returned. The limit on calls stops guessing. */
  giveBack(learner: Learner, ids: readonly string[]): Promise<void>;
}

/** How many different ids a device, or an address, may learn in any window of this length. */
export interface LookupLimit {
  /** The prefix of its keys; two limits of the same address need two. */
  readonly shelf: string;
  readonly of: 'device' | 'address';
  readonly windowMs: number;
  readonly most: number;
}

/**
 * All or nothing in one step of Redis, so that a hundred look-ups at once cannot pass together. KEYS: one set per budget.
 * ARGV: now, then window and size of each budget, then the ids.
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
 * Stops visitors from listing accounts. The ids that a caller has seen are a set sorted by time: any window counts, not
 * only calendar hours, and a shared address pays once for a recipient that many recharge.
 */
export function lookupBudget(deps: {
  readonly redis: Redis;
  readonly now: Clock;
  readonly logger: Logger;
  /** The kind of look-up, for logs. */
  readonly name: string;
  readonly limits: readonly LookupLimit[];
  /**
   * Decision 5: look-ups of a recipient are let through, because payers need them to pay; statuses are limited per
   * instance.
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
