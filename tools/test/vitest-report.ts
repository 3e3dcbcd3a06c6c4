import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import type { SuiteResults } from './results.ts';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly ReportedFile[];
}

interface ReportedFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[] | null;
  }[];
}

/** The counts of Vitest's own report, for a run that ended with this exit code. */
export function countVitest(reportFile: string, exitCode: number): SuiteResults {
  const report = readReport(reportFile);
  if (report === undefined) return { passed: 0, failed: 1, failures: ['Vitest left no report'] };
  const failures = report.testResults.flatMap(failuresOf);
  const failed = Math.max(failures.length, report.numFailedTests, exitCode === 0 ? 0 : 1);
  return { passed: report.numPassedTests, failed, failures };
}

function failuresOf(file: ReportedFile): string[] {
  const name = relative(REPOSITORY, file.name);
  // A file that could not be loaded has no tests to count, but it failed.
  if (file.status === 'failed' && file.assertionResults.length === 0)
    return [`${name}: ${firstLine(file.message)}`];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? '';
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
