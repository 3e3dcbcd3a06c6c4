import { redisScript, type Redis } from '../platform/redis.ts';

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
    const upTo = waiting.findIndex((asked) => (keys += asked.keys.length) > KEYS_IN_ONE_STEP);
    const taken = upTo < 1 ? waiting : waiting.slice(0, upTo);
    waiting = waiting.slice(taken.length);
    return taken;
  }

  async function askForAll(): Promise<void> {
    while (waiting.length > 0) {
      const taken = take();
      const keys = taken.flatMap((asked) => asked.keys);
      try {
        const counts = (await countUp(keys, [forgottenAfterS])) as number[];
        let next = 0;
        for (const asked of taken) asked.tell(counts.slice(next, (next += asked.keys.length)));
      } catch (fault) {
        for (const asked of taken) asked.fail(fault);
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
