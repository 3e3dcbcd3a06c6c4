import { join } from 'node:path';
import { STATE_DIR } from '../stack/repository.ts';
import { AREAS, type AreaName } from './areas.ts';

const NOT_BROKEN = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/test/**'];

/** `only`: parts of paths within the area, to look at a few files. */
export function strykerOptions(name: AreaName, only: readonly string[]): Record<string, unknown> {
  const { mutate, onServices } = AREAS[name];
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'type-check.ts')],
    checkers: ['types'],
    vitest: { configFile: 'tools/mutate/vitest.config.ts' },
    mutate: [...(only.length === 0 ? mutate : narrowed(mutate, only)), ...NOT_BROKEN],
    coverageAnalysis: 'perTest',
    // Half of them check types first. On services a fault mostly waits for them: three at once keep two cores busy.
    concurrency: onServices ? 6 : 2,
    // The tests of the server wait for each other's services: give them time before a fault is called an endless loop.
    timeoutMS: onServices ? 180_000 : 5_000,
    dryRunTimeoutMinutes: 20,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: reportFile(name) },
    incrementalFile: join(STATE_DIR, 'mutate', `${name}-incremental.json`),
    tempDirName: '.stryker-tmp',
    // The sandbox is a copy of the checkout: only of what its tests read.
    ignorePatterns: onServices
      ? ['/e2e', '/chaos', '/bench', '/apps/web', '/.jawhara', '/.ci']
      : ['/e2e', '/chaos', '/bench', '/apps', '/.jawhara', '/.ci'],
    // Stryker would rewrite it with the compiler's interface, which TypeScript 7 no longer has. Nobody reads it here:
    // Vitest strips types and never checks them.
    tsconfigFile: 'not-read-by-anybody.json',
    disableTypeChecks: false,
    allowConsoleColors: false,
  };
}

export function reportFile(name: AreaName): string {
  return join(STATE_DIR, 'mutate', `${name}.json`);
}

/** A glob of files of an area whose path ends with, or contains, what was asked for. */
function narrowed(globs: readonly string[], only: readonly string[]): string[] {
  const roots = globs.filter((glob) => !glob.startsWith('!')).map((glob) => glob.slice(0, glob.indexOf('*')));
  return roots.flatMap((root) => only.map((part) => `${root}**/*${part}*`));
}
