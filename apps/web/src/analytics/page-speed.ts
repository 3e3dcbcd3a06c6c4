import { PERFORMANCE_ENTRIES_MAX } from '@jawhara/domain';
import { cleanText } from './page-event.ts';
import { whenIdle } from '../browser/waits.ts';

export interface SpeedEntry {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly ms: number;
}

const NAME_MAX = 100;

/** The most informative kinds first: a report has room for some entries only. */
const IN_TURN = [
  'navigation',
  'paint',
  'largest-contentful-paint',
  'longtask',
  'mark',
  'measure',
  'resource',
];

/** The page's load times. Addresses lose query and hash. */
export function speedEntries(entries: readonly PerformanceEntry[]): readonly SpeedEntry[] {
  return IN_TURN.flatMap((type) => entries.filter(({ entryType }) => entryType === type))
    .slice(0, PERFORMANCE_ENTRIES_MAX)
    .map(({ name, entryType, startTime, duration }) => ({
      name: cleanText(name, NAME_MAX),
      type: entryType,
      start: Math.round(startTime),
      ms: Math.round(duration),
    }));
}

/** After this time the first requests of a page have been answered, even on a slow phone. */
export const MEASURED_AFTER_MS = 6_000;

/** Entry types that only observers receive; a browser that does not know a type has none. */
const OBSERVED = ['largest-contentful-paint', 'longtask'];

function observe(type: string, seen: PerformanceEntry[]): PerformanceObserver | null {
  try {
    const observer = new PerformanceObserver((list) => void seen.push(...list.getEntries()));
    observer.observe({ type, buffered: true });
    return observer;
  } catch {
    return null;
  }
}

/** Measures the page once per document, when it is idle. */
export function measurePage(tell: (entries: readonly SpeedEntry[]) => void): void {
  const seen: PerformanceEntry[] = [];
  const observers = OBSERVED.map((type) => observe(type, seen));
  setTimeout(
    () =>
      whenIdle(() => {
        for (const observer of observers) observer?.disconnect();
        tell(speedEntries([...performance.getEntries(), ...seen]));
      }),
    MEASURED_AFTER_MS,
  );
}
