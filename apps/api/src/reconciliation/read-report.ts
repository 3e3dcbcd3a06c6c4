import type { ReportLine, ReportZone } from '@jawhara/domain';
import type { SettlementReport } from '../providers/settlement-report.ts';

/** Longer than any row of any report: a longer one means another kind of file. */
const RECORD_MAX_CHARS = 100_000;

/** The text is no CSV. */
export class NotCsv extends Error {}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

/** The fields of one record. A quote inside quotes is written twice. */
function fieldsOf(record: string): string[] {
  if (!record.includes('"')) return record.split(',');
  const fields: string[] = [];
  let at = 0;
  while (at <= record.length) {
    if (record[at] !== '"') {
      const end = record.indexOf(',', at);
      const stop = end === -1 ? record.length : end;
      fields.push(record.slice(at, stop));
      at = stop + 1;
      continue;
    }
    let end = record.indexOf('"', at + 1);
    while (end !== -1 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
    const stop = end === -1 ? record.length : end;
    const comma = record.indexOf(',', stop);
    const tail = comma === -1 ? record.length : comma;
    fields.push(record.slice(at + 1, stop).replaceAll('""', '"') + record.slice(stop + 1, tail));
    at = tail + 1;
  }
  return fields;
}

/**
 * Records of a CSV text (RFC 4180), with either line end, with or without a byte order mark, split into chunks anywhere.
 * Holds one record at a time and skips empty lines.
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  /** The place where the record's next line starts, and the number of quotes before it. */
  let from = 0;
  let quotes = 0;
  let isFirst = true;
  for await (const piece of text) {
    rest += isFirst ? piece.replace(/^\uFEFF/, '') : piece;
    isFirst = false;
    let start = 0;
    for (let end = rest.indexOf('\n', from); end !== -1; end = rest.indexOf('\n', from)) {
      quotes += quotesIn(rest.slice(from, end));
      from = end + 1;
      if (quotes % 2 === 1) continue;
      const record = rest.slice(start, rest[end - 1] === '\r' && end > start ? end - 1 : end);
      if (record !== '') yield fieldsOf(record);
      start = from;
      quotes = 0;
    }
    from -= start;
    rest = rest.slice(start);
    if (rest.length > RECORD_MAX_CHARS) throw new NotCsv('a row without an end');
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield fieldsOf(last);
}

/** A row of the file, with its line number. */
export interface ReadRow {
  readonly row: number;
  readonly lines: readonly ReportLine[];
}

/** The file is not the requested report. */
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

/** [ORD-17] Every row of the report becomes a line; columns are found by name, and unknown ones are ignored. */
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
