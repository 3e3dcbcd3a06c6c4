import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from './results.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

const report = join(REPOSITORY, '.ci/results/vitest-report.json');
mkdirSync(join(REPOSITORY, '.ci/results'), { recursive: true });

const code = await runVitest(process.argv.slice(2));
const { passed, failed } = count(code);
writeResults('test', { passed, failed });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || code !== 0 ? 1 : 0;

function runVitest(filters: readonly string[]): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return new Promise((finished, broken) => {
    const child = spawn(
      process.execPath,
      [join(REPOSITORY, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...filters],
      {
        cwd: REPOSITORY,
        stdio: 'inherit',
      },
    );
    child.once('error', broken);
    child.once('close', (exitCode) => finished(exitCode ?? 1));
    // The terminal sends Ctrl-C to both of us; the child decides when it has cleaned up.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
  });
}

function count(exitCode: number): { passed: number; failed: number } {
  const result = readReport();
  if (result === undefined) return { passed: 0, failed: 1 };
  // A file that could not even be loaded has no tests to count, yet it failed.
  const brokenFiles = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = result.numFailedTests + brokenFiles;
  return { passed: result.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function readReport(): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}
