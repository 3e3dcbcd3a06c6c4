import type { SuiteResults } from '../test/results.ts';
import {
  type MutationReport,
  type NamedFault,
  percent,
  perhapsLivingOf,
  scoreOf,
  scoresByFolder,
  survivorsOf,
} from './read-report.ts';

/** A row of survivors.json: a fault that may survive, and why. */
export interface JudgedSurvivor extends NamedFault {
  readonly why: string;
}

export interface Verdict {
  readonly lines: readonly string[];
  readonly summary: string;
  /** The counts for the summary: each folder counts as a test, and the whole run as one more. */
  readonly results: SuiteResults;
}

/** Percentage points that a folder may be below the whole: a small folder has few faults to measure. */
const FOLDER_SLACK = 10;

export function judgeReport(
  report: MutationReport,
  rules: { scoreMin: number; judged: readonly JudgedSurvivor[] },
): Verdict {
  const whole = scoreOf(Object.values(report.files));
  const folders = [...scoresByFolder(report)];
  const survivors = survivorsOf(report);
  const known = new Set(rules.judged.map(keyOf));
  const perhapsLiving = new Set(perhapsLivingOf(report).map(keyOf));
  const unjudged = survivors.filter((survivor) => !known.has(keyOf(survivor)));
  const gone = rules.judged.filter((one) => one.file in report.files && !perhapsLiving.has(keyOf(one)));

  const isEnough = whole.total > 0 && percent(whole) >= rules.scoreMin;
  const weak = folders.filter(([, score]) => percent(score) < rules.scoreMin - FOLDER_SLACK);
  const failed = weak.length + (isEnough ? 0 : 1);
  return {
    lines: [
      ...folders.map(([folder, score]) => {
        const isWeak = weak.some(([name]) => name === folder);
        return `${percent(score).toFixed(1).padStart(6)} %  ${`${score.noticed}/${score.total}`.padEnd(10)} ${folder}${isWeak ? '  TOO LOW' : ''}`;
      }),
      ...unjudged.map(({ file, line, was, became }) => `not judged  ${file}:${line}  ${was}  ->  ${became}`),
      ...gone.map(
        ({ file, was, became }) => `judged, but noticed or not there by now: ${file}  ${was}  ->  ${became}`,
      ),
    ],
    summary: [
      `${percent(whole).toFixed(2)} % of ${whole.total} faults noticed, at least ${rules.scoreMin} % asked for`,
      `${survivors.length} live, ${unjudged.length} of them not judged`,
      `${gone.length} judged for nothing`,
    ].join('; '),
    results: { passed: folders.length + 1 - failed, failed },
  };
}

function keyOf({ file, was, became }: NamedFault): string {
  return JSON.stringify([file, was, became]);
}
