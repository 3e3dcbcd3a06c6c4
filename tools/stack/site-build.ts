import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './repository.ts';

const SOURCES = [
  'apps/web/{src,build,public}/**/*',
  'apps/web/*.*',
  'packages/*/src/**/*.ts',
  'package-lock.json',
];

/** Whether the built site is newer than its sources: then a run need not build it, which takes a while. */
export function isSiteBuilt(): boolean {
  const builtAt = newest(['apps/web/dist/index.html']);
  return builtAt > 0 && builtAt >= newest(SOURCES);
}

function newest(patterns: string[]): number {
  return globSync(patterns, { cwd: REPOSITORY }).reduce((latest, path) => {
    const file = statSync(join(REPOSITORY, path), { throwIfNoEntry: false });
    return file?.isFile() === true ? Math.max(latest, file.mtimeMs) : latest;
  }, 0);
}
