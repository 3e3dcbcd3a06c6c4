import { openAlerts, type StoredAlert } from '../../alerts/alert.store.ts';
import type { OperatorContext } from '../operator-context.ts';

const SHOWN_MAX = 200;

/** Open alerts: the most urgent first, then the oldest. */
export function listAlerts({ orders: { db } }: OperatorContext): Promise<readonly StoredAlert[]> {
  return openAlerts(db, SHOWN_MAX);
}
