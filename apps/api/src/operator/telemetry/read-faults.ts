import { faultsOfDay, type Day, type FaultRow } from '../../telemetry/telemetry-report.store.ts';
import type { OperatorContext } from '../operator-context.ts';

const SHOWN_MAX = 50;

/** Faults in pages on a day, the most frequent first. */
export function readFaults({ orders: { db } }: OperatorContext, day: Day): Promise<readonly FaultRow[]> {
  return faultsOfDay(db, day, SHOWN_MAX);
}
