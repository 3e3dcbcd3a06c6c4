import type { OrderId } from '@jawhara/domain';
import { alertsOfOrder, healAlert, type StoredAlert } from '../../alerts/alert.store.ts';
import type { Reader, Tx } from '../../platform/postgres.ts';
import type { OrderContext } from './order-context.ts';

export const STEP_PARKED = 'step-parked';

export interface ParkedStep {
  readonly event: string;
  readonly step: string;
  /** The webhook that was being processed; null where there was none. */
  readonly notification: string | null;
  /** The error, without personal data. */
  readonly error: string;
}

/** Open alerts about parked steps: of one webhook, or of every other event of the order. */
async function openParked(db: Reader, orderId: OrderId, notification: string | null): Promise<StoredAlert[]> {
  return (await alertsOfOrder(db, orderId)).filter(
    ({ kind, closedAt, detail }) =>
      kind === STEP_PARKED && closedAt === null && (detail['notification'] ?? null) === notification,
  );
}

/**
 * The event succeeded after all. A check that succeeds ends the alerts of every event but webhooks, because it does all the
 * work they left; a webhook ends only its own.
 */
export async function unparkOrder(
  tx: Tx,
  { now }: Pick<OrderContext, 'now'>,
  orderId: OrderId,
  notification: string | null,
): Promise<void> {
  for (const { kind, subject } of await openParked(tx, orderId, notification))
    await healAlert(tx, { kind, about: { subject }, why: 'the work has passed', at: now() });
}
