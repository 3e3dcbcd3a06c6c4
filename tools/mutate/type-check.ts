import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { REPOSITORY, STATE_DIR } from '../stack/repository.ts';
import { isDrawn } from './draw.ts';

/** A fault as Stryker passes it to a checker. Lines and columns count from 0. */
export interface Fault {
  readonly id: string;
  readonly fileName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

type Checked = Record<string, { status: 'passed' } | { status: 'compileError'; reason: string }>;

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * A fault that does not compile cannot happen, so no test has to notice it. Stryker's own checker needs the interface of the
 * old compiler; here every fault becomes a file in a copy of its project, and one run of tsc reads them all.
 */
async function check(all: readonly Fault[]): Promise<Checked> {
  const share = Number(process.env['MUTATE_SHARE'] ?? 1);
  const faults = all.filter((fault) => isDrawn({ ...fault.location.start, ...fileAndText(fault) }, share));
  const copy = join(STATE_DIR, 'mutate', `types-${process.pid}`);
  try {
    const faultOfFile = new Map<string, string>();
    for (const project of new Set(faults.map(projectOf))) copyProject(project, copy);
    for (const fault of faults) faultOfFile.set(writeFault(fault, copy), fault.id);
    const problems = problemsByFault(await runTsc(copy), faultOfFile);
    const drawn = new Set(faults.map(({ id }) => id));
    return Object.fromEntries(
      all.map(({ id }) => {
        const reason = drawn.has(id) ? problems.get(id) : 'not drawn';
        return [id, reason === undefined ? { status: 'passed' } : { status: 'compileError', reason }];
      }),
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function fileAndText({ fileName, replacement }: Fault) {
  return { file: relative(REPOSITORY, fileName), replacement };
}

/** The folder of the fault's project: `packages/domain` or `apps/api`. */
function projectOf({ fileName }: Fault): string {
  return relative(REPOSITORY, fileName).split('/').slice(0, 2).join('/');
}

/** Copies a project without its tests, which import files outside of it. */
function copyProject(project: string, copy: string): void {
  cpSync(join(REPOSITORY, project, 'src'), join(copy, project, 'src'), {
    recursive: true,
    filter: (path) => !/\.test\.tsx?$|-suite[^/]*\.ts$|\/test(\/|$)/.test(path.slice(REPOSITORY.length)),
  });
  mkdirSync(copy, { recursive: true });
  const compilerOptions = {
    types: ['node'],
    // A condition that is always true leaves a name unused and a branch unreachable, which is no compile error here.
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
  };
  const config = { extends: join(REPOSITORY, 'tsconfig.base.json'), compilerOptions, include: ['**/src'] };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
}

/** Writes the fault into the copy and returns its relative path. */
function writeFault(fault: Fault, copy: string): string {
  const file = relative(REPOSITORY, fault.fileName).replace(/\.ts$/, `.fault-${fault.id}.ts`);
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), withFault(readFileSync(fault.fileName, 'utf8'), fault));
  return file;
}

export function withFault(source: string, { location: { start, end }, replacement }: Fault): string {
  const lines = source.split('\n');
  const offset = ({ line, column }: Place) =>
    lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + column;
  return source.slice(0, offset(start)) + replacement + source.slice(offset(end));
}

/** The compiler's first error for each fault: `src/a.fault-7.ts(3,5): error TS2322: …`. */
export function problemsByFault(
  output: string,
  faultOfFile: ReadonlyMap<string, string>,
): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [, file = '', problem = ''] of output.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+: .+)$/gm)) {
    const id = faultOfFile.get(file);
    if (id === undefined)
      throw new Error(`the types of ${file} do not hold even without a fault: ${problem}`);
    if (!problems.has(id)) problems.set(id, problem);
  }
  return problems;
}

function runTsc(copy: string): Promise<string> {
  const tsc = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
  return new Promise((finished, broken) => {
    execFile(
      process.execPath,
      [tsc, '-p', 'tsconfig.json', '--pretty', 'false'],
      { cwd: copy, maxBuffer: OUTPUT_BYTES_MAX },
      (error, output) => {
        if (error !== null && output === '') broken(error);
        else finished(output);
      },
    );
  });
}

export const strykerPlugins = [
  {
    kind: 'Checker',
    name: 'types',
    value: {
      init: async () => {},
      // A single group, so that the compiler reads the project once.
      group: async (faults: readonly Fault[]) => [faults.map(({ id }) => id)],
      check,
    },
  },
];
