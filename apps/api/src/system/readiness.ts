import type { Db } from '../platform/postgres.ts';
import type { Redis } from '../platform/redis.ts';
import { isEngineHealthy } from '../platform/restate.ts';

type PartState = 'ready' | 'away';

export interface Readiness {
  /** Whether this instance should be sent requests. */
  readonly isReady: boolean;
  readonly parts: { readonly postgres: PartState; readonly redis: PartState; readonly engine: PartState };
}

const WITHIN_MS = 2_000;

async function stateOf(check: () => Promise<unknown>): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('away'), WITHIN_MS);
  });
  const answered = check().then(
    (answer) => (answer === false ? ('away' as const) : ('ready' as const)),
    () => 'away' as const,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Without PostgreSQL nothing can be answered. Without Redis limits are not counted, and without the engine orders are
 * refused with a clear message while everything else works: taking every instance away would be worse than either.
 */
export async function readReadiness(deps: {
  readonly db: Db;
  readonly redis: Redis;
  readonly engineUrl: string;
}): Promise<Readiness> {
  const [postgres, redis, engine] = await Promise.all([
    stateOf(() => deps.db`select 1`),
    stateOf(() => deps.redis.ping()),
    stateOf(() => isEngineHealthy(deps.engineUrl)),
  ]);
  return { isReady: postgres === 'ready', parts: { postgres, redis, engine } };
}
