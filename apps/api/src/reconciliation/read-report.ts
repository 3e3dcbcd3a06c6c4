import type { ReportLine, ReportZone } from '@jawhara/domain';
import type { SettlementReport } from '../providers/settlement-report.ts';
import { csvRecords } from './read-csv.ts';

/** A row of the file, with the number a person finds it by. */
export interface ReadRow {
  readonly row: number;
  readonly lines: readonly ReportLine[];
}

/** It is another file than the one that was asked for. */
export class NotThisReport extends Error {}

function columnsOf(header: readonly string[], report: SettlementReport): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [place, name] of header.entries()) {
    const column = name.trim().toLowerCase();
    if (!columns.has(column)) columns.set(column, place);
  }
  const missing = report.needs.filter((column) => !columns.has(column));
  if (missing.length > 0)
    throw new NotThisReport(`this is not "${report.name}": no column ${missing.join(', ')}`);
  return columns;
}

/** [ORD-17] Every row of the report says something; columns are found by their names, and new ones are let be. */
export async function* readReport(
  text: AsyncIterable<string>,
  report: SettlementReport,
  zone: ReportZone,
): AsyncGenerator<ReadRow> {
  let columns: Map<string, number> | null = null;
  let width = 0;
  let row = 0;
  for await (const fields of csvRecords(text)) {
    row += 1;
    if (columns === null) {
      columns = columnsOf(fields, report);
      width = fields.length;
      continue;
    }
    const places = columns;
    const cell = (column: string): string => fields[places.get(column) ?? -1]?.trim() ?? '';
    const lines: ReportLine[] =
      fields.length === width
        ? report.linesOf(cell, zone)
        : [{ kind: 'unreadable', why: `${fields.length} columns instead of ${width}` }];
    yield { row, lines };
  }
  if (columns === null) throw new NotThisReport('the file is empty');
}
