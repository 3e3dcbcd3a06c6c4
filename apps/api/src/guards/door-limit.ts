import type { AccountId } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { redisScript, type Redis } from '../platform/redis.ts';
import type { CallAllowance } from './allowances.ts';
import { sharesOf, type Share } from './networks.ts';

/** Counters that all processes share. */
export interface SharedCounts {
  /** Increments each counter and returns the new values. Throws when Redis does not answer. */
  countUp(keys: readonly string[]): Promise<readonly number[]>;
}

/** KEYS: counters. ARGV: the seconds after which each expires. Counting and expiry are one step, so no counter stays for ever. */
const COUNT_UP = `
local counts = {}
for i = 1, #KEYS do
  counts[i] = redis.call('INCR', KEYS[i])
  if counts[i] == 1 then redis.call('EXPIRE', KEYS[i], ARGV[1]) end
end
return counts`;

/** Redis runs nothing else while it runs a script, so longer lists are counted in several steps. */
const KEYS_IN_ONE_STEP = 200;

interface CountQuestion {
  readonly keys: readonly string[];
  readonly tell: (counts: readonly number[]) => void;
  readonly fail: (fault: unknown) => void;
}

/**
 * Every API call is counted, so counts are sent in batches: those that arrive while Redis answers wait for the next
 * batch. A busy process sends few, long batches; in an idle one a count never waits.
 */
export function sharedCounts(redis: Redis, forgottenAfterS: number): SharedCounts {
  const countUp = redisScript(redis, 'countUp', COUNT_UP);
  let waiting: CountQuestion[] = [];
  let isAsking = false;

  function take(): CountQuestion[] {
    let keys = 0;
    const upTo = waiting.findIndex((question) => (keys += question.keys.length) > KEYS_IN_ONE_STEP);
    const batch = upTo < 1 ? waiting : waiting.slice(0, upTo);
    waiting = waiting.slice(batch.length);
    return batch;
  }

  async function askForAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = take();
      const keys = batch.flatMap((question) => question.keys);
      try {
        const counts = (await countUp(keys, [forgottenAfterS])) as number[];
        let next = 0;
        for (const question of batch) question.tell(counts.slice(next, (next += question.keys.length)));
      } catch (fault) {
        for (const question of batch) question.fail(fault);
      }
    }
    isAsking = false;
  }

  return {
    countUp: (keys) =>
      new Promise((tell, fail) => {
        waiting.push({ keys, tell, fail });
        if (isAsking) return;
        isAsking = true;
        // Sent after this turn of the event loop, so that all calls of the turn share one batch.
        setImmediate(() => void askForAll());
      }),
  };
}

/** A caller before its session key is checked: only address and device are known. */
export interface Stranger {
  readonly address: string;
  readonly device: string;
}

export interface DoorLimit {
  /**
   * Null if the limits of device and address allow this call; otherwise the seconds to wait. Checked before anything is
   * read from the database.
   */
  ofStranger(call: string, who: Stranger): Promise<number | null>;
  /** The same for the limit of the account, once the account is known. */
  ofAccount(call: string, account: AccountId): Promise<number | null>;
}

const WINDOW_S = 60;

/**
 * Counts calls per minute in Redis, for all processes together. Without Redis every call is let through: these limits
 * only stop floods, and the limits of secrets and cards have rules of their own for an outage.
 */
export function doorLimit(deps: {
  readonly redis: Redis;
  readonly now: Clock;
  readonly logger: Logger;
  readonly allowances: Readonly<Record<string, CallAllowance>>;
  readonly factor: number;
  readonly onRefused: (call: string) => void;
}): DoorLimit {
  const counts = sharedCounts(deps.redis, 2 * WINDOW_S);

  async function spend(call: string, purses: readonly Share[]): Promise<number | null> {
    const nowS = deps.now().getTime() / 1000;
    const window = Math.floor(nowS / WINDOW_S);
    try {
      const spent = await counts.countUp(purses.map(({ who }) => `door:${call}:${window}:${who}`));
      const isSpent = purses.some(({ most }, i) => (spent[i] ?? 0) > most * deps.factor);
      if (!isSpent) return null;
      deps.onRefused(call);
      return Math.max(1, Math.ceil((window + 1) * WINDOW_S - nowS));
    } catch (error) {
      deps.logger.warn({ limit: call, err: (error as Error).message }, 'rate limit not counted');
      return null;
    }
  }

  function allowanceOf(call: string): CallAllowance {
    const allowance = deps.allowances[call];
    if (!allowance) throw new Error(`the call ${call} has no allowance`);
    return allowance;
  }

  return {
    ofStranger(call, { address, device }) {
      const { perAddress, perDevice } = allowanceOf(call);
      return spend(call, [...sharesOf(address, perAddress), { who: `device:${device}`, most: perDevice }]);
    },
    ofAccount: (call, account) =>
      spend(call, [{ who: `account:${account}`, most: allowanceOf(call).perAccount }]),
  };
}
