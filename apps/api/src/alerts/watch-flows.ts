import { alertKey, isOrderId } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import { LONG_RUN_MS, type FlowTrouble, type TroubledFlow } from '../platform/restate-admin.ts';
import { healAlert, openAlertsOfKind, raiseAlert } from './alert.store.ts';

export interface FlowWatchDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  /** Null when the engine does not answer. */
  readonly troubled: () => Promise<FlowTrouble | null>;
}

/** So many tries take about half a minute, so that a restart of the database raises no alert. */
export const STUCK_AFTER_TRIES = 10;
export const STUCK_WHEN_NEXT_TRY_AFTER_MS = 60_000;
const OPEN_READ_MAX = 1_000;

/** True if the flow will not continue by itself, or not soon. */
export function isStuck({ status, tries, nextTryAt, beganAt }: TroubledFlow, now: Date): boolean {
  if (status === 'paused' || tries >= STUCK_AFTER_TRIES) return true;
  if (now.getTime() - beganAt.getTime() > LONG_RUN_MS) return true;
  return nextTryAt !== null && nextTryAt.getTime() - now.getTime() > STUCK_WHEN_NEXT_TRY_AFTER_MS;
}

const subjectOf = (flow: string): string => alertKey('flow-stuck', { flow }).subject;

export interface FlowWatch {
  /** Raises alerts for stuck flows and closes those of flows that run again. */
  look(): Promise<void>;
}

/** Raises alerts for flows that make no progress, which no other check would find. */
export function watchFlows(metrics: Metrics, deps: FlowWatchDeps): FlowWatch {
  let seen: FlowTrouble | null = null;
  const count = (status: TroubledFlow['status']): Promise<number> =>
    seen === null
      ? Promise.reject(new Error('the engine has not answered'))
      : Promise.resolve(seen.flows.filter((flow) => flow.status === status).length);
  metrics.watch('flows_paused', 'Flows the engine has given up trying', () => count('paused'));
  metrics.watch('flows_backing_off', 'Flows whose last try failed', () => count('backing-off'));
  return {
    async look() {
      seen = await deps.troubled();
      if (seen === null) return;
      const now = deps.now();
      const stuck = seen.flows.filter((flow) => isStuck(flow, now));
      for (const flow of stuck) await raise(deps, flow);
      if (seen.isAll) await heal(deps, new Set(stuck.map(({ key }) => subjectOf(key))));
    },
  };
}

async function raise({ db, now, newId, logger }: FlowWatchDeps, flow: TroubledFlow): Promise<void> {
  const { key, event, status, tries, step } = flow;
  const isNew = await inTransaction(db, (tx) =>
    raiseAlert(tx, {
      id: newId(),
      kind: 'flow-stuck',
      orderId: isOrderId(key) ? key : null,
      recipientId: null,
      detail: { flow: key, event, status, tries, step },
      at: now(),
    }),
  );
  if (isNew)
    logger.error({ alert: 'flow-stuck', orderId: key, event, status, tries, step }, 'a flow is stuck');
}

async function heal({ db, now, logger }: FlowWatchDeps, stillStuck: ReadonlySet<string>): Promise<void> {
  const open = await openAlertsOfKind(db, 'flow-stuck', OPEN_READ_MAX);
  for (const { subject, kind } of open) {
    if (stillStuck.has(subject)) continue;
    await inTransaction(db, (tx) =>
      healAlert(tx, { kind, about: { subject }, why: 'the flow is not stuck any more', at: now() }),
    );
    logger.info({ alert: kind, subject }, 'a flow runs again');
  }
}
