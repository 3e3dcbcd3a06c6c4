import type { Tx } from '../../platform/postgres.ts';

export interface WebhookMonths {
  readonly made: number;
  /** Whole months after this one whose partitions are there. Null while the table does not lie in months yet. */
  readonly ahead: number | null;
  /** Months that were over. */
  readonly dropped: number;
  /** Rows without a month, and keys of webhooks that have gone. */
  readonly deleted: number;
}

/** Makes the partitions of the months to come and drops those that are over. If another machine does so at this moment, it only counts. */
export async function keepWebhookMonths(tx: Tx, keepMonths: number): Promise<WebhookMonths> {
  const [months] = await tx<WebhookMonths[]>`
    select made, ahead, dropped, deleted from keep_notification_months(${keepMonths}::integer)`;
  if (!months) throw new Error('keep_notification_months said nothing');
  return months;
}
