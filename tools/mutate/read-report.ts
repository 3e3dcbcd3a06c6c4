import { isDrawn } from './draw.ts';

/** The parts of Stryker's report that we read (schema mutation-testing-elements). */
export interface MutationReport {
  readonly files: Readonly<Record<string, MutatedFile>>;
}

interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

interface Mutant {
  readonly status: string;
  readonly statusReason?: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A fault by its file and its change; the same change at two places of a file counts as the same fault. */
export interface NamedFault {
  readonly file: string;
  readonly was: string;
  readonly became: string;
}

/** A fault that no test noticed. */
export interface Survivor extends NamedFault {
  readonly line: number;
}

export interface Score {
  readonly noticed: number;
  readonly total: number;
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);
const NOT_DRAWN = 'NotDrawn';

/**
 * Marks the faults that were not drawn, so that the score leaves them out: Stryker reports a fault that no test reaches even if
 * it was not tried.
 */
export function drawnOf({ files }: MutationReport, share: number): MutationReport {
  const drawn = ([file, { source, mutants }]: [string, MutatedFile]) => [
    file,
    {
      source,
      mutants: mutants.map((mutant) => {
        const { start } = mutant.location;
        const place = { file, line: start.line - 1, column: start.column - 1 };
        const isTried = isDrawn({ ...place, replacement: mutant.replacement ?? '' }, share);
        return isTried ? mutant : { ...mutant, status: NOT_DRAWN };
      }),
    },
  ];
  return { files: Object.fromEntries(Object.entries(files).map(drawn)) as MutationReport['files'] };
}

/** Faults that could not be tried are left out, as Stryker does. */
export function scoreOf(files: readonly MutatedFile[]): Score {
  const statuses = files.flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const noticed = statuses.filter((status) => NOTICED.has(status)).length;
  return { noticed, total: noticed + statuses.filter((status) => UNNOTICED.has(status)).length };
}

/** In per cent; 100 where there was no fault. */
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
  return faultsOf(report, ({ status }) => UNNOTICED.has(status));
}

/**
 * Faults that may survive as far as this run knows: survivors, faults not drawn or not tried, and those killed by a timeout,
 * which a busy machine can cause without any fault.
 */
export function perhapsLivingOf(report: MutationReport): NamedFault[] {
  return faultsOf(report, ({ status, statusReason = '' }) => {
    const isLate = /^(?:Test|Hook) timed out/.test(statusReason);
    return status === 'Killed' ? isLate : status !== 'CompileError';
  });
}

function faultsOf(report: MutationReport, isMeant: (mutant: Mutant) => boolean): Survivor[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(isMeant).map(({ location, replacement = '' }) => ({
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
