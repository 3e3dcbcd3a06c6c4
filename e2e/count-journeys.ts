import { readFileSync } from 'node:fs';
import type { SuiteResults } from '../tools/test/results.ts';

interface Report {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites?: readonly Suite[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
}

interface Spec {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly ok: boolean;
  readonly tests: readonly { readonly projectName: string; readonly results: readonly unknown[] }[];
}

/** Counts in Playwright's report. A test that did not run, because a project it depends on failed, counts as failed. */
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

function failuresOf(suite: Suite): string[] {
  return failedSpecsOf(suite).map(({ file, title }) => `${file} > ${title}`);
}

function failedSpecsOf({ suites = [], specs = [] }: Suite): Spec[] {
  return [...specs.filter(({ ok }) => !ok), ...suites.flatMap(failedSpecsOf)];
}

/** Playwright's arguments to repeat the failed journeys; journeys that were never run are left out. */
export function failedJourneys(reportFile: string, most: number): string[] {
  const { suites = [] } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const played = suites
    .flatMap(failedSpecsOf)
    .filter(({ tests }) => tests.some(({ results }) => results.length > 0));
  const projects = new Set(played.flatMap(({ tests }) => tests.map(({ projectName }) => projectName)));
  const places = new Set(played.map(({ file, line }) => `${file}:${line}`));
  if (places.size === 0) return [];
  return [...[...places].slice(0, most), ...[...projects].flatMap((name) => ['--project', name])];
}
