import { readReportNumber } from '@jawhara/domain';
import { stored } from './stored.ts';

/** As many as the report page shows. */
const REPORTS_KEPT_MAX = 5;

/** A report of this device. What it said is not kept: the server has it. */
export interface StoredReport {
  readonly reportNumber: string;
  readonly orderNumber: string;
  /** Where the answer is wanted; null where none was left. */
  readonly contact: string | null;
  readonly isSignedIn: boolean;
  readonly sentAt: Date;
}

function parseStored(json: unknown): StoredReport | null {
  if (typeof json !== 'object' || json === null) return null;
  const { number, order_number: order, contact, is_signed_in, sent_at } = json as Record<string, unknown>;
  const reportNumber = typeof number === 'string' ? readReportNumber(number) : null;
  if (reportNumber === null || typeof sent_at !== 'number' || !Number.isFinite(sent_at)) return null;
  return {
    reportNumber,
    orderNumber: typeof order === 'string' ? order : '',
    contact: typeof contact === 'string' ? contact : null,
    isSignedIn: is_signed_in === true,
    sentAt: new Date(sent_at),
  };
}

/** Newest first. One broken entry does not cost the others. */
export const storedReports = stored<readonly StoredReport[]>({
  key: 'reports',
  parse: (json) =>
    Array.isArray(json)
      ? json
          .map(parseStored)
          .filter((one) => one !== null)
          .slice(0, REPORTS_KEPT_MAX)
      : null,
  format: (reports) =>
    reports.map(({ reportNumber, orderNumber, contact, isSignedIn, sentAt }) => ({
      number: reportNumber,
      order_number: orderNumber,
      contact,
      is_signed_in: isSignedIn,
      sent_at: sentAt.getTime(),
    })),
});

export function rememberReport(report: StoredReport): void {
  const others = (storedReports.read() ?? []).filter((one) => one.reportNumber !== report.reportNumber);
  storedReports.write([report, ...others].slice(0, REPORTS_KEPT_MAX));
}
