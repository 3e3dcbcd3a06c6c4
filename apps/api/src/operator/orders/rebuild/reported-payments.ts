import { createReadStream } from 'node:fs';
import {
  dayAfter,
  readReportZone,
  readSettlementDay,
  type MoneyLine,
  type ReportZone,
  type SettlementDay,
} from '@jawhara/domain';
import { readReport } from '../../../reconciliation/read-report.ts';
import {
  localReportFile,
  withSavedFiles,
  type KnownReport,
  type LocalReportFile,
} from '../../../reconciliation/report-sources.ts';

/** Captures of a provider since a time, and the days whose report is not there. */
export interface ReportedPayments {
  readonly captures: readonly MoneyLine[];
  readonly missing: readonly string[];
}

function dayOf(at: Date): SettlementDay {
  const day = readSettlementDay(at.toISOString().slice(0, 10));
  if (day === null) throw new Error('a time without a day');
  return day;
}

/** A day more at each end: the report's zone may be ahead of ours or behind it. */
function daysBetween(from: Date, until: Date): SettlementDay[] {
  const days: SettlementDay[] = [];
  for (let day = dayAfter(dayOf(from), -1); day <= dayAfter(dayOf(until)); day = dayAfter(day))
    days.push(day);
  return days;
}

async function capturesIn(
  { report }: KnownReport,
  files: readonly LocalReportFile[],
  zone: ReportZone,
  from: Date,
): Promise<MoneyLine[]> {
  const captures: MoneyLine[] = [];
  for (const { path } of files) {
    const text = createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>;
    for await (const { lines } of readReport(text, report, zone))
      for (const line of lines)
        if (line.kind === 'money' && line.what === 'captured' && line.at >= from) captures.push(line);
  }
  return captures;
}

/** Reads the settlement reports of every day since then, or the files that an operator has fetched. Nothing is stored. */
export async function reportedPayments(
  known: KnownReport,
  { from, until, files }: { readonly from: Date; readonly until: Date; readonly files: readonly string[] },
): Promise<ReportedPayments> {
  const zone = readReportZone(known.report.zone);
  if (zone === null) throw new Error(`the report ${known.report.name} has an unknown zone`);
  if (files.length > 0)
    return { captures: await capturesIn(known, files.map(localReportFile), zone, from), missing: [] };
  const { source } = known;
  if (source === null) return { captures: [], missing: ['no report can be fetched: give it with --file'] };
  const captures: MoneyLine[] = [];
  const missing: string[] = [];
  for (const day of daysBetween(from, until)) {
    const found = await source.reportsOf(day, zone);
    if (found.kind === 'not-there') missing.push(`${day}: ${found.why}`);
    else
      captures.push(...(await withSavedFiles(found.files, (saved) => capturesIn(known, saved, zone, from))));
  }
  // Two days' reports may hold the same line.
  return { captures: [...new Map(captures.map((line) => [line.lineKey, line])).values()], missing };
}
