import { readReportZone, type ReportLine, type ReportZone } from '@jawhara/domain';
import { expect } from 'vitest';
import { readReport } from '../../reconciliation/read-report.ts';
import type { SettlementReport } from '../settlement-report.ts';

export function zone(name: string): ReportZone {
  return readReportZone(name) ?? expect.fail(`${name} is no zone`);
}

/** Reads a row with these cells; every other column is empty. */
export function rowOf(cells: Readonly<Record<string, string>>) {
  const byName = new Map(Object.entries(cells).map(([name, value]) => [name.toLowerCase(), value]));
  return (column: string): string => byName.get(column) ?? '';
}

/** All lines of a report file. */
export async function linesIn(
  rows: Iterable<string>,
  report: SettlementReport,
  zoneName: string,
): Promise<ReportLine[]> {
  async function* text(): AsyncGenerator<string> {
    yield* rows;
  }
  const lines: ReportLine[] = [];
  for await (const row of readReport(text(), report, zone(zoneName))) lines.push(...row.lines);
  return lines;
}

export const short = (line: ReportLine): string => {
  if (line.kind === 'money')
    return `${line.what} ${line.money.minorUnits} ${line.money.currency} of ${line.providerPaymentId} at ${line.at.toISOString()}`;
  if (line.kind === 'fee') return `fee ${line.currency} ${line.amount}`;
  return `${line.kind} ${'type' in line ? line.type : line.why}`;
};
