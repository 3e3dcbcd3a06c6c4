/** A value in a report: a Date is printed as a time, `since` as an age. */
export type Cell = string | number | null | Date | { readonly since: Date };

interface Table {
  readonly kind: 'table';
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Names with their values. */
interface Facts {
  readonly kind: 'facts';
  readonly facts: readonly (readonly [string, Cell])[];
}

interface Section {
  readonly kind: 'section';
  readonly title: string;
  readonly parts: readonly ReportPart[];
}

/** A part of a verb's report as data: the command line prints it as text or JSON. A string is one line. */
export type ReportPart = string | Table | Facts | Section;

export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): ReportPart {
  return { kind: 'table', columns, rows };
}

export function facts(entries: readonly (readonly [string, Cell])[]): ReportPart {
  return { kind: 'facts', facts: entries };
}

/** A section with a title; nothing if it has no parts. */
export function section(title: string, parts: readonly ReportPart[]): ReportPart[] {
  return parts.length === 0 ? [] : [{ kind: 'section', title, parts }];
}

export function timeText(at: Date): string {
  return at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

export function ageText(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime());
  const unit = UNITS.find(([, length]) => ms >= length);
  return unit ? `${Math.floor(ms / unit[1])} ${unit[0]}` : `${Math.floor(ms / 1000)} s`;
}
