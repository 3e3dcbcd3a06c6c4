import { countViolations, type ViolationCount } from '../../telemetry/telemetry.store.ts';
import type { OperatorContext } from '../operator-context.ts';

const SHOWN_MAX = 50;
const DAY_MS = 24 * 3_600_000;

/** Resources that browsers blocked on our pages in the last days, the most frequent first. */
export function listViolations(
  { orders: { db } }: OperatorContext,
  now: Date,
  days: number,
): Promise<readonly ViolationCount[]> {
  return countViolations(db, new Date(now.getTime() - days * DAY_MS), SHOWN_MAX);
}
