import { visitPage } from './visit-page.ts';
import { readMainThread, type MainThread } from './main-thread.ts';

/** The figures of a visit, which Lighthouse simulates for a mid-range phone on a slow line. */
export interface Audit extends MainThread {
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** Lighthouse's performance score, at most 100 points. */
  readonly score: number;
  /** Lighthouse's measure of this machine's speed at the moment. */
  readonly benchmarkIndex: number;
}

/** Only the audits that count for the score; others would only take time. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];

export async function auditPage(url: string, debuggingPort: number): Promise<Audit> {
  const { lhr, artifacts } = await visitPage(url, debuggingPort, { onlyAudits: METRICS });
  const value = (metric: string): number => {
    const number = lhr.audits[metric]?.numericValue;
    if (number === undefined) throw new Error(`Lighthouse did not measure ${metric} of ${url}`);
    return number;
  };
  return {
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    score: (lhr.categories['performance']?.score ?? 0) * 100,
    benchmarkIndex: lhr.environment.benchmarkIndex,
    ...readMainThread(artifacts.Trace.traceEvents, url),
  };
}
