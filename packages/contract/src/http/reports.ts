import { readReportNumber, REPORT_STATES, type ReportState } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireTime } from '../wire-types.ts';

/** The state of a report, for its sender. */
export interface ReportInfo {
  readonly reportNumber: string;
  readonly sentAt: Date;
  readonly state: ReportState;
  /** Empty if the report named no order. */
  readonly orderNumber: string;
  readonly answer: { readonly text: string; readonly at: Date } | null;
}

const answerSchema = v.object({ text: v.string(), at: wireTime });

const wireReportNumber = v.pipe(
  v.string(),
  v.maxLength(40),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const number = readReportNumber(dataset.value);
    if (number !== null) return number;
    addIssue({ message: 'no number of a report' });
    return NEVER;
  }),
);

/**
 * Not part of the specification: the answer to a report. Only the sender can read it: the account, or the device if no account
 * was signed in.
 */
export const readReport = endpoint({
  name: 'readReport',
  methods: ['GET'],
  changes: false,
  path: '/api/feedback/report/',
  request: codec(
    v.pipe(
      v.object({ report_number: wireReportNumber }),
      v.transform((wire) => ({ reportNumber: wire.report_number })),
    ),
    (request: { reportNumber: string }) => ({ report_number: request.reportNumber }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        report_number: v.string(),
        sent_at: wireTime,
        state: v.picklist(REPORT_STATES),
        order_number: v.string(),
        answer: v.nullable(answerSchema),
      }),
      v.transform((wire): ReportInfo => ({
        reportNumber: wire.report_number,
        sentAt: wire.sent_at,
        state: wire.state,
        orderNumber: wire.order_number,
        answer: wire.answer,
      })),
    ),
    (report: ReportInfo) => ({
      report_number: report.reportNumber,
      sent_at: report.sentAt.toISOString(),
      state: report.state,
      order_number: report.orderNumber,
      answer: report.answer && { text: report.answer.text, at: report.answer.at.toISOString() },
    }),
  ),
  refusals: ['report-not-found'],
});
