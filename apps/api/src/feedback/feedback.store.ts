import type {
  AccountId,
  FeedbackContact,
  FeedbackTopic,
  FileKey,
  Owner,
  ReportId,
  ReportState,
} from '@jawhara/domain';
import { whereOwnedBy } from '../platform/owner-clause.ts';
import type { Reader, Tx } from '../platform/postgres.ts';

export interface NewReport {
  readonly id: ReportId;
  readonly number: string;
  readonly createdAt: Date;
  /** The time by which an answer was promised; null if none was. */
  readonly dueAt: Date | null;
  readonly device: string;
  readonly accountId: AccountId | null;
  readonly content: string;
  readonly topic: FeedbackTopic | null;
  readonly orderNumber: string;
  readonly contact: FeedbackContact | null;
  readonly model: string;
  readonly version: string;
  readonly pageId: string;
  readonly fileKeys: readonly FileKey[];
  readonly requestId: string | null;
}

/** Lets only one transaction at a time store reports of a device, so that the same report cannot be stored twice. */
export async function lockReportsOf(tx: Tx, device: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`feedback:${device}`}, 0))`;
}

export async function numberOfReport(tx: Tx, device: string, requestId: string): Promise<string | null> {
  const [row] = await tx<{ number: string }[]>`
    select number from feedback_reports where device = ${device} and request_id = ${requestId}`;
  return row?.number ?? null;
}

/**
 * The number of the sender's unanswered request of one kind (such as for their data), found by the beginning of its
 * request id; otherwise null. A second request of the kind is possible only after an answer.
 */
export async function openRequestNumber(
  tx: Tx,
  { device, accountId }: Pick<NewReport, 'device' | 'accountId'>,
  requestIdStart: string,
): Promise<string | null> {
  const [row] = await tx<{ number: string }[]>`
    select number from feedback_reports
    where device = ${device} and account_id is not distinct from ${accountId} and state = 'open'
      and starts_with(request_id, ${requestIdStart})
    order by created_at limit 1`;
  return row?.number ?? null;
}

export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx`
    insert into feedback_reports (id, number, created_at, device, account_id, content, topic, order_number, contact,
      model, version, page_id, file_keys, request_id, due_at)
    values (${report.id}, ${report.number}, ${report.createdAt}, ${report.device}, ${report.accountId},
      ${report.content}, ${report.topic}, ${report.orderNumber}, ${report.contact}, ${report.model}, ${report.version},
      ${report.pageId}, ${report.fileKeys as FileKey[]}, ${report.requestId}, ${report.dueAt})`;
}

export interface StoredReport {
  readonly id: ReportId;
  readonly number: string;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly state: ReportState;
  readonly topic: FeedbackTopic | null;
  readonly orderNumber: string;
  readonly contact: FeedbackContact | null;
  readonly content: string;
  readonly isSignedIn: boolean;
  readonly model: string;
  readonly version: string;
  readonly fileKeys: readonly FileKey[];
  readonly answer: string | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: string | null;
}

/** Columns of a report, without device and account, which an operator does not need to answer it. */
function reportColumns(db: Reader) {
  return db`id, number, created_at as "createdAt", due_at as "dueAt", state, topic, order_number as "orderNumber", contact, content,
    account_id is not null as "isSignedIn", model, version, file_keys as "fileKeys", answer, answered_at as "answeredAt",
    answered_by as "answeredBy"`;
}

/**
 * Unanswered reports: first those for which an answer by a date was promised, the earliest date first; then the others,
 * oldest first.
 */
export async function openReports(db: Reader, most: number): Promise<StoredReport[]> {
  return db<StoredReport[]>`
    select ${reportColumns(db)} from feedback_reports where state = 'open' order by due_at, created_at limit ${most}`;
}

/** The sender of a report. It is read apart, because an operator who answers the report need not see it. */
export async function senderOfReport(db: Reader, id: ReportId): Promise<Owner | null> {
  const [row] = await db<Owner[]>`
    select device, account_id as "accountId" from feedback_reports where id = ${id}`;
  return row ?? null;
}

export async function reportByNumber(db: Reader, number: string): Promise<StoredReport | null> {
  const [row] = await db<StoredReport[]>`
    select ${reportColumns(db)} from feedback_reports where number = ${number} order by created_at desc limit 1`;
  return row ?? null;
}

/** Deletes the sender's reports and returns the keys of their files. */
export async function deleteReportsOf(
  tx: Tx,
  { device, accountId }: Owner,
): Promise<{ readonly count: number; readonly fileKeys: readonly FileKey[] }> {
  const isTheirs =
    accountId === null ? tx`device = ${device} and account_id is null` : tx`account_id = ${accountId}`;
  const rows = await tx<{ fileKeys: FileKey[] }[]>`
    delete from feedback_reports where ${isTheirs} returning file_keys as "fileKeys"`;
  return { count: rows.length, fileKeys: rows.flatMap(({ fileKeys }) => fileKeys) };
}

function sentBy(db: Reader, sender: Owner) {
  return whereOwnedBy(db, { device: db`device`, account: db`account_id` }, sender);
}

/** A report with the fields that its sender may see. */
export async function reportOfSender(
  db: Reader,
  sender: Owner,
  number: string,
): Promise<StoredReport | null> {
  const [row] = await db<StoredReport[]>`
    select ${reportColumns(db)} from feedback_reports
    where number = ${number} and ${sentBy(db, sender)} order by created_at desc limit 1`;
  return row ?? null;
}

/**
 * The sender's reports, the newest first. If an account is signed in, all reports of the account from any device;
 * otherwise those sent from this device without an account.
 */
export async function reportsOfSender(
  db: Reader,
  { device, accountId }: Owner,
  most: number,
): Promise<StoredReport[]> {
  const isTheirs =
    accountId === null ? db`device = ${device} and account_id is null` : db`account_id = ${accountId}`;
  return db<StoredReport[]>`
    select ${reportColumns(db)} from feedback_reports where ${isTheirs} order by created_at desc limit ${most}`;
}

/** False if the report was answered meanwhile. */
export async function answerReport(
  tx: Tx,
  id: ReportId,
  { answer, by, at }: { readonly answer: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const { count } = await tx`
    update feedback_reports set state = 'answered', answer = ${answer}, answered_by = ${by}, answered_at = ${at}
    where id = ${id} and state = 'open'`;
  return count === 1;
}

/** False if the report was answered or closed meanwhile. */
export async function closeReport(tx: Tx, id: ReportId, at: Date): Promise<boolean> {
  const { count } = await tx`
    update feedback_reports set state = 'closed', closed_at = ${at} where id = ${id} and state = 'open'`;
  return count === 1;
}

/**
 * Deletes reports that were answered or closed before this time, and returns the keys of their files. Reports that an
 * older release closed have no `closed_at`, so their creation counts.
 */
export async function deleteReportsEndedBefore(
  tx: Tx,
  before: Date,
  most: number,
): Promise<{ readonly count: number; readonly fileKeys: readonly FileKey[] }> {
  const rows = await tx<{ fileKeys: FileKey[] }[]>`
    delete from feedback_reports where id = any(array(
      select id from feedback_reports
      where state <> 'open' and coalesce(answered_at, closed_at, created_at) < ${before}
      order by coalesce(answered_at, closed_at, created_at) limit ${most} for update skip locked))
    returning file_keys as "fileKeys"`;
  return { count: rows.length, fileKeys: rows.flatMap(({ fileKeys }) => fileKeys) };
}
