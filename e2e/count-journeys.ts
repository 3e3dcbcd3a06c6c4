import { readFileSync } from 'node:fs';
import type { SuiteResults } from '../tools/test/results.ts';

interface Report {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites?: readonly Suite[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string; readonly file: string; readonly ok: boolean }[];
}

/** What Playwright's own report says. What waited for a project that failed was never run, and has not passed. */
export function countJourneys(reportFile: string, exitCode: number): SuiteResults {
  try {
    const { stats, suites = [] } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
    const failed = stats.unexpected + stats.flaky + stats.skipped;
    return {
      passed: stats.expected,
      failed: failed === 0 && exitCode !== 0 ? 1 : failed,
      failures: suites.flatMap(failuresOf),
    };
  } catch {
    return { passed: 0, failed: 1, failures: ['Playwright left no report'] };
  }
}

function failuresOf({ suites = [], specs = [] }: Suite): string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} > ${title}`),
    ...suites.flatMap(failuresOf),
  ];
}
