import { visitPage } from './visit-page.ts';
import { readMainThread, type MainThread } from './main-thread.ts';

/** One visit, as Lighthouse foretells it for a mid-range phone on a slow line. */
export interface Audit extends MainThread {
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** Of a hundred. */
  readonly score: number;
  /** How fast Lighthouse found this machine at this moment. */
  readonly benchmarkIndex: number;
}

/** All that goes into the score and no more: the other audits only cost time. */
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
