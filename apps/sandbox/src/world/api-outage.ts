import { seededChance } from './chance.ts';

/** The faults that are set for a provider's payment API. */
export interface ApiOutage {
  readonly latencyMs: number;
  /** The chance that a request is answered 503 before anything is done. */
  readonly failRate: number;
  /** Whether every call of the shop's server is refused, as with an API key that was revoked. */
  readonly revokedKey: boolean;
  /** The chance that a request is refused because too many came, before anything is done. */
  readonly tooManyRate: number;
  /** The chance that a payment is made and its answer never arrives. */
  readonly lostAnswerRate: number;
  /** A lost answer hangs for this long, then the connection breaks. */
  readonly hangMs: number;
  /** A pending payment that waits for no bank's check is decided after this time. */
  readonly settleAfterMs: number;
  readonly seed: number;
}

export const NO_OUTAGE: ApiOutage = {
  latencyMs: 0,
  failRate: 0,
  revokedKey: false,
  tooManyRate: 0,
  lostAnswerRate: 0,
  hangMs: 3_000,
  settleAfterMs: 400,
  seed: 1,
};

/** How many calls were rejected before any work, since the start. */
export interface TurnedAway {
  readonly revokedKey: number;
  readonly tooMany: number;
}

export function createApiOutage(first: Partial<ApiOutage>) {
  let outage: ApiOutage = { ...NO_OUTAGE, ...first };
  let chance = seededChance(outage.seed);
  const turned = { revokedKey: 0, tooMany: 0 };
  return {
    now: () => outage,
    change(changed: Partial<ApiOutage>) {
      outage = { ...outage, ...changed };
      if (changed.seed !== undefined) chance = seededChance(changed.seed);
    },
    failsNow: () => outage.failRate > 0 && chance() < outage.failRate,
    /** Why a call is rejected before any work; null: it is accepted. Each provider has its own errors for the two reasons. */
    turnsAwayNow(): 'revoked-key' | 'too-many' | null {
      if (outage.revokedKey) {
        turned.revokedKey += 1;
        return 'revoked-key';
      }
      if (outage.tooManyRate === 0 || chance() >= outage.tooManyRate) return null;
      turned.tooMany += 1;
      return 'too-many';
    },
    turnedAway: (): TurnedAway => ({ ...turned }),
    losesAnswerNow: () => outage.lostAnswerRate > 0 && chance() < outage.lostAnswerRate,
    clear() {
      outage = { ...NO_OUTAGE, ...first };
      chance = seededChance(outage.seed);
      Object.assign(turned, { revokedKey: 0, tooMany: 0 });
    },
  };
}

export type Outage = ReturnType<typeof createApiOutage>;
