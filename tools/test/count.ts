import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults, type SuiteResults } from './results.ts';

const RESULTS = join(REPOSITORY, '.ci/results');
const NOT_SUITES = new Set(['vitest-report.json']);

const [command, ...rest] = process.argv.slice(2);
if (command === 'settle') settle(rest[0] ?? '', Number(rest[1]));
else sum(Number(rest[0] ?? 0));

/** A suite that ended badly has at least one failure, whatever it managed to count. */
function settle(suite: string, exitCode: number): void {
  const own = read(`${suite}.json`);
  const failed = exitCode === 0 ? (own?.failed ?? 0) : Math.max(1, own?.failed ?? 1);
  writeResults(suite, { ...own, passed: own?.passed ?? (failed === 0 ? 1 : 0), failed });
}

function sum(alreadyFailed: number): void {
  let [passed, failed] = [0, alreadyFailed];
  const failures: string[] = [];
  for (const file of readdirSync(RESULTS).toSorted()) {
    const results = file.endsWith('.json') && !NOT_SUITES.has(file) ? read(file) : undefined;
    if (results === undefined) continue;
    passed += results.passed;
    failed += results.failed;
    failures.push(...(results.failures ?? []).map((failure) => `  FAILED ${suiteOf(file)}: ${failure}`));
    console.log(`  ${suiteOf(file).padEnd(12)} ${results.passed} passed, ${results.failed} failed`);
  }
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
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
