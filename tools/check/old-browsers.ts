import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';

/** All our code that runs in a payer's browser. */
const SOURCES = '{apps/web,packages/domain,packages/contract,packages/room-sync}/src/**/*.{ts,tsx}';
const TEST = /\.test\.tsx?$|\/test\//;

/**
 * Added after Chrome 99 and Safari 15.4, the oldest browsers that the site supports. The build translates new syntax but not
 * new functions, so a call of one would break the page in browsers that our tests do not run.
 */
const TOO_YOUNG =
  /\.(?:toSorted|toReversed|toSpliced|isWellFormed|toWellFormed)\(|\b(?:URL\.(?:canParse|parse)|Promise\.(?:withResolvers|try)|(?:Object|Map)\.groupBy|Array\.fromAsync|AbortSignal\.(?:any|timeout)|Iterator\.from|Response\.json)\(/g;

export function checkOldBrowsers(directory: string): { files: number; problems: string[] } {
  const files = globSync(SOURCES, { cwd: directory }).filter((path) => !TEST.test(path));
  const problems = files.toSorted().flatMap((path) =>
    readFileSync(join(directory, path), 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        [...line.matchAll(TOO_YOUNG)].map(
          ([call]) => `${path}:${i + 1} ${call}) is not in Chrome 99 or Safari 15.4`,
        ),
      ),
  );
  return { files: files.length, problems };
}

function main(): void {
  const { files, problems } = checkOldBrowsers(REPOSITORY);
  for (const problem of problems) console.log(problem);
  console.log(`old browsers: ${files} files, ${problems.length} problems`);
  process.exitCode = files === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
