import { whenIdle } from '../browser/waits.ts';
import { speedEntries, type SpeedEntry } from './speed-entries.ts';

/** By then the first requests of a page have been answered, also on a slow phone. */
export const MEASURED_AFTER_MS = 6_000;

/** Reported only to observers; where a browser does not know a kind it has none. */
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

/** Once for a document, when it has nothing better to do. */
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
