import type { EngineAddress } from '../platform/restate-admin.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import type { Redis } from '../platform/redis.ts';
import { isEngineHealthy, runningBuild } from '../platform/restate.ts';
import { readSchemaFit, type SchemaFit } from '../platform/migrate-database.ts';

type PartState = 'ready' | 'away';

export interface Readiness {
  /** Whether this process should receive requests. */
  readonly isReady: boolean;
  readonly isDraining: boolean;
  readonly parts: {
    /** `read-only`: the database answers but refuses writes. */
    readonly postgres: PartState | 'read-only';
    readonly redis: PartState;
    readonly engine: PartState;
    /** Whether some worker processes orders. */
    readonly flows: PartState;
    readonly schema: SchemaFit | 'unknown';
    /** This machine's clock, compared with the database's. */
    readonly clock: 'ready' | 'off' | 'unknown';
  };
}

export interface ReadinessDeps {
  readonly db: Db;
  readonly redis: Redis;
  readonly engine: EngineAddress;
  readonly orderObject: string;
  readonly migrations: readonly string[];
  readonly takesWrites: () => Promise<boolean>;
  readonly isClockRight: () => Promise<boolean>;
  /** True for a worker: it expires orders, which a machine with a wrong clock must not do. */
  readonly needsClock: boolean;
  readonly isDraining: () => boolean;
  readonly now: Clock;
}

const WITHIN_MS = 2_500;

async function inTime<T, U>(check: () => Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), WITHIN_MS);
  });
  try {
    return await Promise.race([check().catch(() => otherwise), late]);
  } finally {
    clearTimeout(timer);
  }
}

const stateOf = async (check: () => Promise<boolean>): Promise<PartState> =>
  (await inTime(check, false)) ? 'ready' : 'away';

/**
 * Whether this process is ready. It is if it can sell: its database accepts writes and has a schema that fits, and some
 * worker processes orders. A worker's clock must be right too. Redis is not required: each limit has a rule for working
 * without it. A process that is shutting down is not ready but still answers.
 */
export async function readReadiness(deps: ReadinessDeps): Promise<Readiness> {
  const { db, redis, orderObject, now } = deps;
  const [schema, takesWrites, redisState, engine, flows, clock] = await Promise.all([
    inTime(() => readSchemaFit(db, deps.migrations), 'unknown' as const),
    inTime(deps.takesWrites, false),
    stateOf(async () => (await redis.ping()) === 'PONG'),
    stateOf(() => isEngineHealthy(deps.engine)),
    stateOf(async () => (await runningBuild(deps.engine, orderObject, now().getTime())) !== null),
    inTime(async () => ((await deps.isClockRight()) ? 'ready' : 'off'), 'unknown' as const),
  ]);
  const isDraining = deps.isDraining();
  const postgres = schema === 'unknown' ? 'away' : takesWrites || schema === 'older' ? 'ready' : 'read-only';
  return {
    isReady:
      schema === 'fits' &&
      postgres === 'ready' &&
      flows === 'ready' &&
      !isDraining &&
      !(deps.needsClock && clock === 'off'),
    isDraining,
    parts: { postgres, redis: redisState, engine, flows, schema, clock },
  };
}
