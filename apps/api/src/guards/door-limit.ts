import type { AccountId } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { redisScript, type Redis } from '../platform/redis.ts';
import type { CallAllowance } from './allowances.ts';
import { sharesOf, type Share } from './networks.ts';

/** Counts that all instances share. */
export interface SharedCounts {
  /** Each of these is one more now; answers how many each has become. Throws when Redis cannot be asked. */
  countUp(keys: readonly string[]): Promise<readonly number[]>;
}

/** KEYS: what is counted. ARGV: after how many seconds a count is forgotten. Counting and its end are one step: no count stays for ever. */
const COUNT_UP = `
local counts = {}
for i = 1, #KEYS do
  counts[i] = redis.call('INCR', KEYS[i])
  if counts[i] == 1 then redis.call('EXPIRE', KEYS[i], ARGV[1]) end
end
return counts`;

/** Redis does nothing else meanwhile: what is longer goes in several steps. */
const KEYS_IN_ONE_STEP = 200;

interface CountQuestion {
  readonly keys: readonly string[];
  readonly tell: (counts: readonly number[]) => void;
  readonly fail: (fault: unknown) => void;
}

/**
 * Every call of the API is counted, so this is asked more often than anything else. Whatever is to be counted while Redis
 * answers the last question is asked in one question after it: a busy instance sends few and long ones, an idle one
 * never waits.
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
        // After this turn of the event loop: what else arrives in it goes along.
        setImmediate(() => void askForAll());
      }),
  };
}

/** A caller at the door, as far as is known by then. */
export interface Stranger {
  readonly address: string;
  readonly device: string;
}

export interface DoorLimit {
  /** Null when every allowance covers this call; otherwise the seconds to wait. Asked before anything is looked up. */
  ofStranger(call: string, who: Stranger): Promise<number | null>;
  /** The same for the account, once it is known. */
  ofAccount(call: string, account: AccountId): Promise<number | null>;
}

const WINDOW_S = 60;

/**
 * Counts every call per minute in Redis, so that all instances count together. Without Redis people are let through: these
 * limits keep floods away, and the guards of secrets and cards have their own answer to an outage.
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
