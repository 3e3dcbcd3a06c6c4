import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';

export interface SuiteResults {
  readonly passed: number;
  readonly failed: number;
  /** What failed, in the words a person looks for it by: the end of a long run is often all that is kept of it. */
  readonly failures?: readonly string[];
}

/** What a suite counted, where the last line of a whole run adds it up. */
export function writeResults(suite: string, results: SuiteResults): void {
  const directory = join(REPOSITORY, '.ci/results');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${suite}.json`), `${JSON.stringify(results)}\n`);
}
