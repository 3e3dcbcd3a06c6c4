import { access, constants } from 'node:fs/promises';
import {
  PROVIDER_NUMBERS,
  readReportZone,
  readSettlementDay,
  type ProviderNumber,
  type ReportZone,
} from '@jawhara/domain';
import type { ReconcileContext, ReportDay } from '../reconciliation/load-report.ts';
import { NotCsv } from '../reconciliation/read-csv.ts';
import { NotThisReport } from '../reconciliation/read-report.ts';
import { reconcileDay, type Reconciled } from '../reconciliation/reconcile-day.ts';
import {
  localReportFile,
  withSavedFiles,
  type LocalReportFile,
  type KnownReport,
  type ReportSources,
} from '../reconciliation/report-sources.ts';
import { refused, type Refused } from './refusals.ts';

/** As a person types it. */
export interface ReconcileInput {
  readonly provider: string;
  readonly day: string;
  /** Files that a person has fetched; without any, the provider is asked. */
  readonly files: readonly string[];
  /** Where the report's times are local to, if it is not the usual place. */
  readonly zone: string | null;
}

type Outcome = { readonly kind: 'reconciled'; readonly done: Reconciled } | Refused;

function isProvider(number: number): number is ProviderNumber {
  return (PROVIDER_NUMBERS as readonly number[]).includes(number);
}

function zoneOf(asked: string | null, { report }: KnownReport): ReportZone | null {
  return readReportZone(asked ?? report.zone);
}

async function compared(
  context: ReconcileContext,
  when: ReportDay,
  files: readonly LocalReportFile[],
): Promise<Outcome> {
  try {
    return { kind: 'reconciled', done: await reconcileDay(context, when, files) };
  } catch (error) {
    if (error instanceof NotThisReport || error instanceof NotCsv)
      return refused('not-this-report', error.message);
    throw error;
  }
}

async function fetched(
  context: ReconcileContext,
  when: ReportDay,
  { source }: KnownReport,
): Promise<Outcome> {
  if (source === null) return refused('report-not-there', 'this provider gives its reports to people only');
  const found = await source.reportsOf(when.day, when.zone);
  if (found.kind === 'not-there') return refused('report-not-there', found.why);
  return withSavedFiles(found.files, (files) => compared(context, when, files));
}

/** The provider's own report of a day against everything we have. What differs is found, shown and raised. */
export async function reconcile(
  context: ReconcileContext,
  desk: ReportSources,
  asked: ReconcileInput,
): Promise<Outcome> {
  const number = Number(asked.provider);
  const known = isProvider(number) ? desk.of(number) : null;
  if (known === null) return refused('no-report-of-provider', asked.provider);
  const day = readSettlementDay(asked.day);
  if (day === null) return refused('day-unreadable', asked.day);
  const zone = zoneOf(asked.zone, known);
  if (zone === null) return refused('zone-unreadable', asked.zone ?? '');
  const when = { report: known.report, day, zone };
  if (asked.files.length === 0) return fetched(context, when, known);
  for (const path of asked.files) {
    try {
      await access(path, constants.R_OK);
    } catch {
      return refused('file-unreadable', path);
    }
  }
  return compared(context, when, asked.files.map(localReportFile));
}
