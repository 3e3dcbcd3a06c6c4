import type { AccountId } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Redis } from '../platform/redis.ts';
import type { CallAllowance } from './allowances.ts';
import { sharesOf, type Share } from './networks.ts';
import { sharedCounts } from './shared-counts.ts';

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
