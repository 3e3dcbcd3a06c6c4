import type { Logger } from 'pino';
import { inTransaction, type Db } from '../platform/postgres.ts';
import { keepDays, type RetentionResult } from './telemetry.store.ts';

/** Deletes telemetry after so many days. The day is the database's own: a wrong clock here drops nothing. */
export async function forgetOldTelemetry(deps: {
  readonly db: Db;
  readonly logger: Logger;
  readonly keepDays: number;
}): Promise<RetentionResult> {
  const { db, logger } = deps;
  const kept = await inTransaction(db, (tx) => keepDays(tx, deps.keepDays));
  if (kept.made + kept.dropped + kept.deleted > 0)
    logger.info({ telemetryDays: kept }, 'kept telemetry days');
  return kept;
}
