import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { writeResults } from '../tools/test/results.ts';
import { OUTPUT } from './output.ts';

/** Every journey in a real browser against the whole stack. `--screens` also lays all screens side by side. */

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const REPORT = join(OUTPUT, 'vitest-report.json');
const asked = process.argv.slice(2);

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const code = await runVitest(asked.filter((word) => word !== '--screens'));
const results = count(code);
writeResults('e2e', results);
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;

function runVitest(filters: readonly string[]): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  const config = ['--config', join(REPOSITORY, 'e2e/vitest.config.ts'), '--root', REPOSITORY];
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${REPORT}`];
  const env = { ...process.env, JAWHARA_E2E_SCREENS: asked.includes('--screens') ? 'all' : '' };
  return new Promise((finished, broken) => {
    const child = spawn(process.execPath, [vitest, 'run', ...config, ...reporters, ...filters], {
      cwd: REPOSITORY,
      env,
      stdio: 'inherit',
    });
    child.once('error', broken);
    child.once('close', (exitCode) => finished(exitCode ?? 1));
    // The terminal sends Ctrl-C to both of us; the child decides when it has cleaned up.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
  });
}

function count(exitCode: number): { passed: number; failed: number } {
  const report = readReport();
  if (report === undefined) return { passed: 0, failed: 1 };
  // A file that could not even be loaded has no tests to count, yet it failed.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function readReport(): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}
