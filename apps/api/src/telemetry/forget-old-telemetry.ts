import type { Logger } from 'pino';
import { inTransaction, type Db } from '../platform/postgres.ts';
import { keepDays, type RetentionResult } from './telemetry.store.ts';

/**
 * Deletes telemetry after a number of days. The days are counted by the database's date, so a wrong clock of this
 * machine deletes nothing.
 */
export async function forgetOldTelemetry(deps: {
  readonly db: Db;
  readonly logger: Logger;
  readonly keepDays: number;
}): Promise<RetentionResult> {
  const { db, logger } = deps;
  const retention = await inTransaction(db, (tx) => keepDays(tx, deps.keepDays));
  if (retention.made + retention.dropped + retention.deleted > 0)
    logger.info({ telemetryDays: retention }, 'kept telemetry days');
  return retention;
}
