import { ageText, timeText, type Cell, type ReportPart } from '../operator/report-parts.ts';

/** Untrusted text must not move the cursor, colour the screen or change the line's direction. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function plain(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ');
}

function cellText(cell: Cell, now: Date): string {
  if (cell === null) return '-';
  if (cell instanceof Date) return timeText(cell);
  return typeof cell === 'object' ? ageText(cell.since, now) : plain(String(cell));
}

/** Aligned columns, numbers to the right. The last column is not padded. */
function tableLines(columns: readonly string[], rows: readonly (readonly Cell[])[], now: Date): string[] {
  const isNumber = columns.map((_, nth) => rows.every((row) => typeof row[nth] === 'number'));
  const texts = [columns, ...rows].map((row) => row.map((cell) => cellText(cell, now)));
  const widths = columns.map((_, nth) => Math.max(...texts.map((row) => row[nth]?.length ?? 0)));
  return texts.map((row) =>
    row
      .map((text, nth) => {
        const width = widths[nth] ?? 0;
        return isNumber[nth] ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Names to the left, values to the right. */
function factLines(entries: readonly (readonly [string, Cell])[], now: Date): string[] {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, cell]) => `  ${name.padEnd(width)}  ${cellText(cell, now)}`.trimEnd());
}

function linesOf(parts: readonly ReportPart[], now: Date): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [plain(part)];
    switch (part.kind) {
      case 'table':
        return tableLines(part.columns, part.rows, now);
      case 'facts':
        return factLines(part.facts, now);
      default:
        return ['', part.title, ...linesOf(part.parts, now).map((line) => `  ${line}`)];
    }
  });
}

/** A report as lines of text, with an empty line before each section but the first. */
export function reportLines(parts: readonly ReportPart[], now: Date): string[] {
  const lines = linesOf(parts, now);
  return lines[0] === '' ? lines.slice(1) : lines;
}
