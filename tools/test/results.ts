import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';

export interface SuiteResults {
  readonly passed: number;
  readonly failed: number;
  /** The names of what failed, because often only the end of a long run's output can still be read. */
  readonly failures?: readonly string[];
}

/** Stores a suite's counts for the summary of a whole run. */
export function writeResults(suite: string, results: SuiteResults): void {
  const directory = join(REPOSITORY, '.ci/results');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${suite}.json`), `${JSON.stringify(results)}\n`);
}
