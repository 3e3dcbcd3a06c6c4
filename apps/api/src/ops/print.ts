/** Untrusted text may not move the cursor, colour the screen or turn the line round. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function plain(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ');
}

export type Cell = string | number | null;

const textOf = (cell: Cell): string => (cell === null ? '-' : plain(String(cell)));

/** Columns that line up; numbers at the right. The last column is not padded. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const isNumber = heads.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const texts = [heads, ...rows].map((row) => row.map(textOf));
  const widths = heads.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  return texts.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0;
        return isNumber[column] ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Names at the left, what they are at the right. */
export function pairs(entries: readonly (readonly [string, Cell])[]): string[] {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, cell]) => `  ${name.padEnd(width)}  ${textOf(cell)}`.trimEnd());
}

export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
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
