import {
  isProviderFailing,
  PROVIDER_HEALTH_WINDOW_S,
  type PayType,
  type ProviderNumber,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Redis } from '../platform/redis.ts';

/** Counts, for all processes together, which providers or channels answer and which do not. */
interface Health<Name extends number> {
  note(name: Name, ended: 'answered' | 'unknown'): void;
  failing(): Promise<readonly Name[]>;
}

export type ProviderHealth = Health<ProviderNumber>;
/**
 * Whether a wallet can be opened by its channel (the provider that serves it). Payments count for the health of the
 * provider instead.
 */
export type WalletHealth = Health<PayType>;

/** The result is needed whenever a page opens the card step, and one that is a second old is good enough. */
const READ_AGAIN_AFTER_MS = 1_000;

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1_000);

export function providerHealth(
  redis: Redis,
  providers: readonly ProviderNumber[],
  now: Clock,
  logger: Logger,
): ProviderHealth {
  return countedHealth({ redis, now, logger }, 'health', providers);
}

export function walletHealth(
  redis: Redis,
  wallets: readonly PayType[],
  now: Clock,
  logger: Logger,
): WalletHealth {
  return countedHealth({ redis, now, logger }, 'wallet-health', wallets);
}

/** Uses one counter for each name and second: the last seconds are added up, and old counters expire. */
function countedHealth<Name extends number>(
  { redis, now, logger }: { readonly redis: Redis; readonly now: Clock; readonly logger: Logger },
  room: string,
  names: readonly Name[],
): Health<Name> {
  const keyOf = (name: Name, second: number): string => `${room}:${name}:${second}`;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let known = { atMs: Number.NEGATIVE_INFINITY, failing: [] as readonly Name[] };

  async function isFailing(provider: Name): Promise<boolean> {
    const newest = secondOf(now());
    const pipeline = redis.pipeline();
    for (let back = 0; back < PROVIDER_HEALTH_WINDOW_S; back += 1)
      pipeline.hmget(keyOf(provider, newest - back), 'answered', 'unknown');
    const rows = (await pipeline.exec()) ?? [];
    const window = { answered: 0, unknown: 0 };
    for (const [problem, counts] of rows) {
      if (problem) throw problem; // without Redis a pipeline does not throw, but every row has an error
      const [answered, unknown] = (counts ?? []) as (string | null)[];
      window.answered += Number(answered ?? 0);
      window.unknown += Number(unknown ?? 0);
    }
    return isProviderFailing(window);
  }

  return {
    note(provider, ended) {
      const key = keyOf(provider, secondOf(now()));
      redis
        .multi()
        .hincrby(key, ended, 1)
        .expire(key, 2 * PROVIDER_HEALTH_WINDOW_S)
        .exec()
        .catch((error: Error) => logger.warn({ err: error.message }, 'provider health not counted'));
    },
    async failing() {
      const atMs = now().getTime();
      if (atMs - readAtMs < READ_AGAIN_AFTER_MS) return known.failing;
      readAtMs = atMs;
      try {
        const flags = await Promise.all(names.map(isFailing));
        known = { atMs, failing: names.filter((_, i) => flags[i]) };
      } catch (error) {
        logger.warn({ err: (error as Error).message }, 'provider health not read');
        // Without Redis the last result is used as long as its counters would have lived. After that no provider counts
        // as failing, so payers get their usual provider.
        if (atMs - known.atMs >= PROVIDER_HEALTH_WINDOW_S * 1_000) known = { atMs, failing: [] };
      }
      return known.failing;
    },
  };
}
