import type { ReportInfo } from '@jawhara/contract';
import type { FeedbackContext } from './feedback-context.ts';
import { reportOfDevice } from './feedback.store.ts';

/** Null for every other device: a number alone, which is read out to people, opens nothing. */
export async function readReport(
  { db }: Pick<FeedbackContext, 'db'>,
  device: string,
  number: string,
): Promise<ReportInfo | null> {
  const report = await reportOfDevice(db, device, number);
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
