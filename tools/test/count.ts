import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults, type SuiteResults } from './results.ts';

const RESULTS = join(REPOSITORY, '.ci/results');
const NOT_SUITES = new Set(['vitest-report.json']);
const NO_RESULTS: SuiteResults = { passed: 0, failed: 1, failures: ['it was started and left no results'] };

const [command, ...rest] = process.argv.slice(2);
if (command === 'settle') settle(rest[0] ?? '', Number(rest[1]));
else sum(Number(rest[0] ?? 0));

/** Writes the final counts of a suite. With a failing exit code it has at least one failure, whatever the suite counted. */
function settle(suite: string, exitCode: number): void {
  const own = read(`${suite}.json`);
  const failed = exitCode === 0 ? (own?.failed ?? 0) : Math.max(1, own?.failed ?? 1);
  writeResults(suite, { ...own, passed: own?.passed ?? (failed === 0 ? 1 : 0), failed });
}

function sum(alreadyFailed: number): void {
  let [passed, failed] = [0, alreadyFailed];
  const failures: string[] = [];
  for (const suite of suites()) {
    const results = read(`${suite}.json`) ?? NO_RESULTS;
    passed += results.passed;
    failed += results.failed;
    failures.push(...(results.failures ?? []).map((failure) => `  FAILED ${suite}: ${failure}`));
    const counted = `${results.passed} passed, ${results.failed} failed`;
    console.log(`  ${suite.padEnd(12)} ${counted.padEnd(24)} ${timesOf(suite)}`.trimEnd());
  }
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** All suites that were started, in that order, with or without results; then other suites with results. */
function suites(): string[] {
  const counted = readdirSync(RESULTS)
    .filter((file) => file.endsWith('.json') && !NOT_SUITES.has(file) && read(file) !== undefined)
    .toSorted()
    .map(suiteOf);
  return [...new Set([...words('started'), ...counted])];
}

/** Wall clock and CPU time of the suite's own processes; PostgreSQL's work for it is not included. */
function timesOf(suite: string): string {
  const [wall, user, system] = words(`${suite}.times`).map(Number);
  if (wall === undefined || user === undefined || system === undefined) return '';
  return `${wall.toFixed(0).padStart(5)} s, CPU ${(user + system).toFixed(0).padStart(5)} s`;
}

function words(file: string): string[] {
  try {
    return readFileSync(join(RESULTS, file), 'utf8').split(/\s+/).filter(Boolean);
  } catch {
    return [];
  }
}

function suiteOf(file: string): string {
  return file.replace('.json', '');
}

function read(file: string): SuiteResults | undefined {
  try {
    const { passed, failed, failures } = JSON.parse(
      readFileSync(join(RESULTS, file), 'utf8'),
    ) as Partial<SuiteResults>;
    if (typeof passed !== 'number' || typeof failed !== 'number') return undefined;
    return { passed, failed, failures: failures ?? [] };
  } catch {
    return undefined;
  }
}
