import { readReportNumber } from '@jawhara/domain';
import { openReports, reportByNumber, type StoredReport } from '../../feedback/feedback.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { recordRead } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

const SHOWN_MAX = 100;

/** Unanswered reports: those with a promised date first, by that date, then the oldest. */
export async function listReports(
  context: OperatorContext,
  signOff: OperatorSignOff,
): Promise<readonly StoredReport[] | Refused> {
  const no = await recordRead(context, signOff, 'feedback list', 'feedback');
  return no ?? openReports(context.orders.db, SHOWN_MAX);
}

/** As its number is read out and mistyped. */
export async function reportMeant(db: Reader, typed: string): Promise<StoredReport | null> {
  const number = readReportNumber(typed);
  return number === null ? null : reportByNumber(db, number);
}

export async function showReport(
  context: OperatorContext,
  signOff: OperatorSignOff,
  number: string,
): Promise<StoredReport | Refused> {
  const report = await reportMeant(context.orders.db, number);
  if (report === null) return refused('no-such-report', number);
  const no = await recordRead(context, signOff, 'feedback show', `report:${report.number}`);
  return no ?? report;
}
