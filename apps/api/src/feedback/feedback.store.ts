import type { AccountId, FeedbackTopic, FileKey, ReportId } from '@jawhara/domain';
import type { Tx } from '../platform/postgres.ts';

export interface NewReport {
  readonly id: ReportId;
  readonly number: string;
  readonly createdAt: Date;
  readonly device: string;
  readonly accountId: AccountId | null;
  readonly content: string;
  readonly topic: FeedbackTopic | null;
  readonly orderNumber: string;
  readonly model: string;
  readonly version: string;
  readonly pageId: string;
  readonly fileKeys: readonly FileKey[];
  readonly requestId: string | null;
}

/** One report of a device after the other, so that the same one cannot be stored twice. */
export async function lockReportsOf(tx: Tx, device: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`feedback:${device}`}, 0))`;
}

export async function numberOfReport(tx: Tx, device: string, requestId: string): Promise<string | null> {
  const [row] = await tx<{ number: string }[]>`
    select number from feedback_reports where device = ${device} and request_id = ${requestId}`;
  return row?.number ?? null;
}

export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx`
    insert into feedback_reports (id, number, created_at, device, account_id, content, topic, order_number, model,
      version, page_id, file_keys, request_id)
    values (${report.id}, ${report.number}, ${report.createdAt}, ${report.device}, ${report.accountId},
      ${report.content}, ${report.topic}, ${report.orderNumber}, ${report.model}, ${report.version},
      ${report.pageId}, ${report.fileKeys as FileKey[]}, ${report.requestId})`;
}
