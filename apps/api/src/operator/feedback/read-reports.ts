import { readReportNumber } from '@jawhara/domain';
import { openReports, reportByNumber, type StoredReport } from '../../feedback/feedback.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

const SHOWN_MAX = 100;

/** What nobody has answered: what was promised first, by its date, then the oldest. */
export function listReports({ orders: { db } }: OperatorContext): Promise<readonly StoredReport[]> {
  return openReports(db, SHOWN_MAX);
}

/** As its number is read out and mistyped. */
export async function reportMeant(db: Reader, typed: string): Promise<StoredReport | null> {
  const number = readReportNumber(typed);
  return number === null ? null : reportByNumber(db, number);
}

export async function showReport(
  { orders: { db } }: OperatorContext,
  number: string,
): Promise<StoredReport | Refused> {
  return (await reportMeant(db, number)) ?? refused('no-such-report', number);
}
