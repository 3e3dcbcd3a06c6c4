import { openAlerts, type StoredAlert } from '../../alerts/alert.store.ts';
import type { OperatorContext } from '../operator-context.ts';

const SHOWN_MAX = 200;

/** What waits for a person: the most urgent first, then the oldest. */
export function listAlerts({ orders: { db } }: OperatorContext): Promise<readonly StoredAlert[]> {
  return openAlerts(db, SHOWN_MAX);
}
