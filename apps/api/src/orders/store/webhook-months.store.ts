import type { Tx } from '../../platform/postgres.ts';

export interface WebhookMonths {
  readonly made: number;
  /** The number of following months whose partitions exist. Null while the table is not partitioned by month yet. */
  readonly ahead: number | null;
  /** Partitions of past months that were dropped. */
  readonly dropped: number;
  /** Old rows that lay in no monthly partition, and keys of webhooks that were dropped. */
  readonly deleted: number;
}

/**
 * Creates the monthly partitions of the next three months and drops those older than `keepMonths`. While another process does so,
 * it only counts those that exist.
 */
export async function keepWebhookMonths(tx: Tx, keepMonths: number): Promise<WebhookMonths> {
  const [months] = await tx<WebhookMonths[]>`
    select made, ahead, dropped, deleted from keep_notification_months(${keepMonths}::integer)`;
  if (!months) throw new Error('keep_notification_months said nothing');
  return months;
}
