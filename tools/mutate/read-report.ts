import { isDrawn } from './draw.ts';

/** What we read of Stryker's report (schema mutation-testing-elements). */
export interface MutationReport {
  readonly files: Readonly<Record<string, MutatedFile>>;
}

interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A fault that no test noticed. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly became: string;
}

export interface Score {
  readonly noticed: number;
  readonly total: number;
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/** Only what was drawn: a fault that no test reaches is told whether it was drawn or not. */
export function drawnOf({ files }: MutationReport, share: number): MutationReport {
  const drawn = ([file, { source, mutants }]: [string, MutatedFile]) => [
    file,
    {
      source,
      mutants: mutants.filter(({ location: { start }, replacement = '' }) =>
        isDrawn({ file, line: start.line - 1, column: start.column - 1, replacement }, share),
      ),
    },
  ];
  return { files: Object.fromEntries(Object.entries(files).map(drawn)) as MutationReport['files'] };
}

/** Faults that could not be tried at all count for nothing, as at Stryker. */
export function scoreOf(files: readonly MutatedFile[]): Score {
  const statuses = files.flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const noticed = statuses.filter((status) => NOTICED.has(status)).length;
  return { noticed, total: noticed + statuses.filter((status) => UNNOTICED.has(status)).length };
}

/** In per cent; where nothing could be broken nothing was missed. */
export function percent({ noticed, total }: Score): number {
  return total === 0 ? 100 : (100 * noticed) / total;
}

/** The score of each folder, by its path. */
export function scoresByFolder(report: MutationReport): Map<string, Score> {
  const folders = new Map<string, MutatedFile[]>();
  for (const [path, file] of Object.entries(report.files).toSorted(([a], [b]) => a.localeCompare(b))) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return new Map([...folders].map(([folder, files]) => [folder, scoreOf(files)]));
}

export function survivorsOf(report: MutationReport): Survivor[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => UNNOTICED.has(status))
      .map(({ location, replacement = '' }) => ({
        file,
        line: location.start.line,
        was: oneLine(textAt(source, location)),
        became: oneLine(replacement),
      })),
  );
}

function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line.slice(0, end.column - 1) : line))
    .map((line, index) => (index === 0 ? line.slice(start.column - 1) : line))
    .join('\n');
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}
