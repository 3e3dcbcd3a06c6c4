import { alertKey, type AlertKind } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import { healAlert, raiseAlert } from './alert.store.ts';

/** Whether this process is ready, with the state of each service that it depends on. */
interface Standing {
  readonly isReady: boolean;
  readonly isDraining: boolean;
  readonly parts: {
    readonly postgres: 'ready' | 'read-only' | 'away';
    readonly redis: 'ready' | 'away';
    readonly engine: 'ready' | 'away';
    readonly flows: 'ready' | 'away';
    readonly schema: 'fits' | 'older' | 'newer' | 'unknown';
    readonly clock: 'ready' | 'off' | 'unknown';
  };
}

export interface ReadinessWatchDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly build: string;
  readonly readiness: () => Promise<Standing>;
}

export const LOOK_EVERY_MS = 10_000;
/** Every scrape of metrics reads all these gauges, so within this time they share one look at the database and the engine. */
const ONE_SCRAPE_MS = 1_000;
/** A single failed check may be due to a worker that restarts. After two, the alert is posted, still within half a minute. */
const BAD_LOOKS = 2;

interface Trouble {
  readonly kind: 'nobody-carries-on' | 'tables-do-not-fit';
  readonly isThere: (standing: Standing) => boolean;
}

const TROUBLES: readonly Trouble[] = [
  {
    kind: 'nobody-carries-on',
    isThere: ({ parts }) => parts.flows === 'away',
  },
  {
    kind: 'tables-do-not-fit',
    isThere: ({ parts }) => parts.schema === 'older' || parts.schema === 'newer',
  },
];

/**
 * The fields of both kinds of alert: one about the tables exists for each build, one about missing workers for all
 * builds together.
 */
const fieldsOf = (build: string) => ({ flow: 'all', build });

export interface ReadinessWatch {
  look(): Promise<void>;
}

/**
 * Watches readiness. It runs in every process, because without workers no other process would find that out. A process
 * that shuts down neither raises nor closes alerts, because shutdowns are part of releases.
 */
export function watchReadiness(metrics: Metrics, deps: ReadinessWatchDeps): ReadinessWatch {
  const badLooks = new Map<AlertKind, number>();
  let lastReading: { readonly atMs: number; readonly standing: Promise<Standing> } | null = null;
  const recent = (): Promise<Standing> => {
    const atMs = deps.now().getTime();
    if (lastReading === null || atMs - lastReading.atMs > ONE_SCRAPE_MS)
      lastReading = { atMs, standing: deps.readiness() };
    return lastReading.standing;
  };
  const gauge = (name: string, help: string, read: (standing: Standing) => boolean): void =>
    metrics.watch(name, help, async () => Number(read(await recent())));
  gauge('ready', 'Whether this process should be sent requests', ({ isReady }) => isReady);
  gauge('draining', 'Whether this process is leaving', ({ isDraining }) => isDraining);
  gauge('tables_fit', 'Whether the tables are those of this build', ({ parts }) => parts.schema === 'fits');
  gauge('database_writes', 'Whether the database takes writes', ({ parts }) => parts.postgres === 'ready');
  gauge('redis_reachable', 'Whether Redis answers', ({ parts }) => parts.redis === 'ready');
  gauge('engine_reachable', 'Whether the flow engine answers', ({ parts }) => parts.engine === 'ready');
  gauge('carried_on', 'Whether a worker answers through the engine', ({ parts }) => parts.flows === 'ready');
  gauge('clock_off', 'Whether the clock of this machine is wrong', ({ parts }) => parts.clock === 'off');
  return {
    async look() {
      const standing = await deps.readiness();
      if (standing.isDraining) return;
      for (const trouble of TROUBLES) {
        const looks = trouble.isThere(standing) ? (badLooks.get(trouble.kind) ?? 0) + 1 : 0;
        badLooks.set(trouble.kind, looks);
        if (looks >= BAD_LOOKS) await raise(deps, trouble, standing);
        if (looks === 0) await heal(deps, trouble);
      }
    },
  };
}

async function raise(deps: ReadinessWatchDeps, { kind }: Trouble, standing: Standing) {
  const { db, now, newId, logger, build } = deps;
  const isNew = await inTransaction(db, (tx) =>
    raiseAlert(tx, {
      id: newId(),
      kind,
      orderId: null,
      recipientId: null,
      detail: { ...fieldsOf(build), schema: standing.parts.schema },
      at: now(),
    }),
  );
  if (isNew) logger.error({ alert: kind, build }, 'this process cannot take payments');
}

async function heal({ db, now, build }: ReadinessWatchDeps, { kind }: Trouble): Promise<void> {
  const about = alertKey(kind, fieldsOf(build));
  await inTransaction(db, (tx) =>
    healAlert(tx, { kind, about, why: 'a process is content again', at: now() }),
  );
}
