import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from './results.ts';
import { runNode } from './run-node.ts';
import { countVitest } from './vitest-report.ts';

export interface VitestRun {
  /** Under this name the sum of a whole run finds it. */
  readonly suite: string;
  readonly reportFile: string;
  readonly args: readonly string[];
}

/** Runs Vitest, says the count in one line, and leaves the exit code to tell whether all is well. */
export async function runVitest(run: VitestRun): Promise<void> {
  mkdirSync(dirname(run.reportFile), { recursive: true });
  rmSync(run.reportFile, { force: true }); // an old report must not speak for a run that never got so far
  const results = countVitest(run.reportFile, await spawnVitest(run));
  writeResults(run.suite, results);
  console.log(`${results.passed} passed, ${results.failed} failed`);
  process.exitCode = results.failed > 0 ? 1 : 0;
}

function spawnVitest({ args, reportFile }: VitestRun): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  return runNode([vitest, 'run', ...args, '--reporter=json', `--outputFile.json=${reportFile}`]);
}
