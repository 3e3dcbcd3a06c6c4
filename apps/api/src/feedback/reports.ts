import type { Feedback, RefusalKind, ReportInfo } from '@jawhara/contract';
import {
  isWithinFileCount,
  readFeedbackText,
  reportDueAt,
  reportNumber,
  type Owner,
  type ReportId,
} from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { insertReport, lockReportsOf, numberOfReport, reportOfSender } from './feedback.store.ts';
import type { UploadSender } from './issue-uploads.ts';
import { lockLooseFiles, markAttached } from './upload.store.ts';

export type FeedbackSubmitted =
  | { readonly kind: 'submitted'; readonly reportNumber: string }
  | { readonly kind: 'refused'; readonly refusal: RefusalKind };

/** A report with a request id is stored once: repeating the request returns its number. */
export async function submitFeedback(
  context: FeedbackContext,
  sender: UploadSender,
  feedback: Feedback,
  requestId: string | null,
): Promise<FeedbackSubmitted> {
  const text = readFeedbackText(feedback.content);
  if (text.kind !== 'read') return { kind: 'refused', refusal: text.kind };
  const { content: _typed, fileKeys, ...about } = feedback;
  const keys = [...new Set(fileKeys)];
  if (!isWithinFileCount(keys.length)) return { kind: 'refused', refusal: 'files-too-many' };
  return inTransaction(context.db, async (tx): Promise<FeedbackSubmitted> => {
    await lockReportsOf(tx, sender.device);
    const known = requestId === null ? null : await numberOfReport(tx, sender.device, requestId);
    if (known !== null) return { kind: 'submitted', reportNumber: known };
    if ((await lockLooseFiles(tx, keys, sender)) < keys.length) {
      return { kind: 'refused', refusal: 'file-not-found' };
    }
    const id = context.newId() as ReportId;
    const number = reportNumber(id);
    const createdAt = context.now();
    await insertReport(tx, {
      ...about,
      id,
      number,
      createdAt,
      dueAt: reportDueAt(about.topic, createdAt, context.decisionWorkingDays),
      device: sender.device,
      accountId: sender.accountId,
      content: text.text,
      fileKeys: keys,
      requestId,
    });
    await markAttached(tx, keys);
    return { kind: 'submitted', reportNumber: number };
  });
}

/**
 * Returns a report to its sender; null for every other caller, because its number alone, which payers read out, must
 * not open it.
 */
export async function readReport(
  { db }: Pick<FeedbackContext, 'db'>,
  sender: Owner,
  number: string,
): Promise<ReportInfo | null> {
  const report = await reportOfSender(db, sender, number);
  if (report === null) return null;
  const { answer, answeredAt } = report;
  return {
    reportNumber: report.number,
    sentAt: report.createdAt,
    state: report.state,
    orderNumber: report.orderNumber,
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt },
  };
}
