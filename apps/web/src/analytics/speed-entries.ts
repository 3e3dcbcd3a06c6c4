import { PERFORMANCE_ENTRIES_MAX } from '@jawhara/domain';
import { cleanText } from './page-event.ts';

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
