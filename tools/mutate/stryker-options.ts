import { join } from 'node:path';
import { STATE_DIR } from '../stack/repository.ts';
import { AREAS, type AreaName } from './areas.ts';

const NOT_BROKEN = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/test/**'];

/** `only`: parts of paths within the area, to mutate a few files. */
export function strykerOptions(name: AreaName, only: readonly string[]): Record<string, unknown> {
  const { mutate, onServices } = AREAS[name];
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'type-check.ts')],
    checkers: ['types'],
    vitest: { configFile: 'tools/mutate/vitest.config.ts' },
    mutate: [...(only.length === 0 ? mutate : narrowed(mutate, only)), ...NOT_BROKEN],
    coverageAnalysis: 'perTest',
    // Half of the workers check types. Tests on services mostly wait for the services: three at once keep two cores busy.
    concurrency: onServices ? 6 : 2,
    // The server's tests wait for each other's services, so they get more time before a fault counts as an endless loop.
    timeoutMS: onServices ? 180_000 : 5_000,
    dryRunTimeoutMinutes: 20,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: reportFile(name) },
    incrementalFile: join(STATE_DIR, 'mutate', `${name}-incremental.json`),
    tempDirName: '.stryker-tmp',
    // Stryker's sandbox is a copy of the checkout; only folders that its tests read are copied.
    ignorePatterns: onServices
      ? ['/e2e', '/chaos', '/bench', '/apps/web', '/.jawhara', '/.ci']
      : ['/e2e', '/chaos', '/bench', '/apps', '/.jawhara', '/.ci'],
    // Stryker would rewrite the file through the compiler's interface, which TypeScript 7 no longer has. It is not needed here:
    // Vitest strips types and never checks them.
    tsconfigFile: 'not-read-by-anybody.json',
    disableTypeChecks: false,
    allowConsoleColors: false,
  };
}

export function reportFile(name: AreaName): string {
  return join(STATE_DIR, 'mutate', `${name}.json`);
}

/** Globs for the files of an area whose path ends with, or contains, the given text. */
function narrowed(globs: readonly string[], only: readonly string[]): string[] {
  const roots = globs.filter((glob) => !glob.startsWith('!')).map((glob) => glob.slice(0, glob.indexOf('*')));
  return roots.flatMap((root) => only.map((part) => `${root}**/*${part}*`));
}
