import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from './results.ts';

export interface VitestRun {
  /** Under this name the sum of a whole run finds it. */
  readonly suite: string;
  readonly reportFile: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** Runs Vitest, says the count in one line, and leaves the exit code to tell whether all is well. */
export async function runVitest(run: VitestRun): Promise<void> {
  mkdirSync(dirname(run.reportFile), { recursive: true });
  rmSync(run.reportFile, { force: true }); // an old report must not speak for a run that never got so far
  const results = count(run.reportFile, await spawnVitest(run));
  writeResults(run.suite, results);
  console.log(`${results.passed} passed, ${results.failed} failed`);
  process.exitCode = results.failed > 0 ? 1 : 0;
}

function spawnVitest({ args, env, reportFile }: VitestRun): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  const report = ['--reporter=json', `--outputFile.json=${reportFile}`];
  return new Promise((finished, broken) => {
    const child = spawn(process.execPath, [vitest, 'run', ...args, ...report], {
      cwd: REPOSITORY,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    child.once('error', broken);
    child.once('close', (exitCode) => finished(exitCode ?? 1));
    // The terminal sends Ctrl-C to both of us; the child decides when it has cleaned up.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
  });
}

function count(reportFile: string, exitCode: number): { passed: number; failed: number } {
  const report = readReport(reportFile);
  if (report === undefined) return { passed: 0, failed: 1 };
  // A file that could not even be loaded has no tests to count, yet it failed.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}
