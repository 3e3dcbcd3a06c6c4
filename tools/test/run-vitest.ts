import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from './results.ts';
import { runNode } from './run-node.ts';
import { countVitest } from './vitest-report.ts';

export interface VitestRun {
  /** The suite's name in the summary of a whole run. */
  readonly suite: string;
  readonly reportFile: string;
  readonly args: readonly string[];
}

/** Runs Vitest, prints the counts in one line, and sets the exit code. */
export async function runVitest(run: VitestRun): Promise<void> {
  mkdirSync(dirname(run.reportFile), { recursive: true });
  rmSync(run.reportFile, { force: true }); // an old report must not stand for a run that failed before writing one
  const results = countVitest(run.reportFile, await spawnVitest(run));
  writeResults(run.suite, results);
  console.log(`${results.passed} passed, ${results.failed} failed`);
  process.exitCode = results.failed > 0 ? 1 : 0;
}

function spawnVitest({ args, reportFile }: VitestRun): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  return runNode([vitest, 'run', ...args, '--reporter=json', `--outputFile.json=${reportFile}`]);
}
